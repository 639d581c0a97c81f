import { pathFromBytes } from '../process/path-key.ts';

export type ConflictType =
  | 'both_modified'
  | 'both_added'
  | 'modified_source_removed_target'
  | 'modified_target_removed_source'
  | 'renamed_same_file'
  | 'removed_source_renamed_target'
  | 'removed_target_renamed_source'
  | 'file_directory'
  | 'distinct_types'
  | 'directory_renamed'
  | 'rename_collision'
  | 'submodule'
  | 'other';

/** The version of a file on one side of a merge. */
export interface ConflictSide {
  mode: string;
  oid: string;
  path: string;
}

export interface MergeConflict {
  /** Where users look for it: the first path git names that the source knows. */
  path: string;
  type: ConflictType;
  /** All paths involved (both names of a rename). */
  paths: string[];
  /** The common ancestor's file, the target's and the source's, as far as each exists. */
  base: ConflictSide | null;
  target: ConflictSide | null;
  source: ConflictSide | null;
  isBinary: boolean;
}

export interface MergeTreeResult {
  clean: boolean;
  treeOid: string;
  conflicts: MergeConflict[];
  /** Files whose two versions were merged, cleanly or not. */
  mergedPaths: string[];
}

interface StageEntry extends ConflictSide {
  stage: number;
}

interface Message {
  paths: string[];
  type: string;
  text: string;
}

/** Walks the NUL-separated answers of `merge-tree -z`; `batch` is the form of `--stdin`, which starts each with 0 or 1. */
export class MergeTreeReader {
  readonly #output: Buffer;
  #at = 0;

  constructor(output: Buffer) {
    this.#output = output;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#output.length;
  }

  /** Undefined when the answer is cut off (git died in it). */
  readBatchAnswer(): MergeTreeResult | undefined {
    const clean = this.#token()?.toString('latin1');
    if (clean !== '0' && clean !== '1') return undefined;
    return this.#read(clean === '1', true);
  }

  readAnswer(clean: boolean): MergeTreeResult | undefined {
    return this.#read(clean, false);
  }

  #read(clean: boolean, endsWithSeparator: boolean): MergeTreeResult | undefined {
    const tree = this.#token()?.toString('latin1');
    if (tree === undefined || !/^[0-9a-f]{40,64}$/.test(tree)) return undefined;
    const stages: StageEntry[] = [];
    for (let token = this.#token(); token !== undefined && token.length > 0; token = this.#token()) {
      const entry = parseStage(token);
      if (entry !== null) stages.push(entry);
    }
    const messages: Message[] = [];
    for (let token = this.#token(); token !== undefined && token.length > 0; token = this.#token()) {
      const paths = Array.from({ length: Number(token.toString('latin1')) }, () => this.#token());
      const type = this.#token();
      const text = this.#token();
      if (type === undefined || text === undefined) return undefined;
      messages.push({
        paths: paths.flatMap((path) => (path === undefined ? [] : [pathFromBytes(path)])),
        type: type.toString('utf8'),
        text: text.toString('utf8'),
      });
    }
    if (endsWithSeparator && this.#at > this.#output.length) return undefined;
    const mergedPaths = messages.flatMap(({ type, paths }) => (type === 'Auto-merging' ? paths : []));
    return { clean, treeOid: tree, conflicts: clean ? [] : describeConflicts(stages, messages), mergedPaths };
  }

  #token(): Buffer | undefined {
    const end = this.#output.indexOf(0, this.#at);
    if (end === -1) {
      this.#at = this.#output.length + 1;
      return undefined;
    }
    const token = this.#output.subarray(this.#at, end);
    this.#at = end + 1;
    return token;
  }
}

function parseStage(token: Buffer): StageEntry | null {
  const tab = token.indexOf(0x09);
  const match = /^(\d+) ([0-9a-f]+) ([123])$/.exec(token.toString('latin1', 0, tab));
  if (match === null) return null;
  const mode = (match[1] ?? '').padStart(6, '0');
  return { mode, oid: match[2] ?? '', stage: Number(match[3]), path: pathFromBytes(token.subarray(tab + 1)) };
}

function describeConflicts(stages: readonly StageEntry[], messages: readonly Message[]): MergeConflict[] {
  const conflicts = new Map<string, MergeConflict>();
  const binaries = new Set(messages.filter(({ type }) => type === 'CONFLICT (binary)').flatMap(({ paths }) => paths));
  for (const message of messages) {
    if (!message.type.startsWith('CONFLICT') || message.type === 'CONFLICT (binary)') continue;
    const side = (stage: number): ConflictSide | null => {
      const entry = stages.find((each) => each.stage === stage && message.paths.includes(each.path));
      return entry === undefined ? null : { mode: entry.mode, oid: entry.oid, path: entry.path };
    };
    const [base, target, source] = [side(1), side(2), side(3)];
    const [named = base?.path ?? '', formerName = named] = message.paths;
    // Several complaints about one file (renamed and changed on both sides): the first, structural one says most.
    if (conflicts.has(named)) continue;
    const type = conflictType(message.type, base, target, source);
    // The source never had the name that the target gave it.
    const path = type === 'removed_source_renamed_target' ? formerName : named;
    const isBinary = message.paths.some((each) => binaries.has(each));
    conflicts.set(named, { path, type, paths: message.paths, base, target, source, isBinary });
  }
  // Nothing unmerged may go unmentioned.
  const mentioned = new Set([...conflicts.values()].flatMap(({ paths }) => paths));
  for (const { path } of stages) {
    if (mentioned.has(path)) continue;
    mentioned.add(path);
    const own = (stage: number): ConflictSide | null =>
      stages.find((each) => each.path === path && each.stage === stage) ?? null;
    conflicts.set(path, {
      path,
      type: 'other',
      paths: [path],
      base: own(1),
      target: own(2),
      source: own(3),
      isBinary: false,
    });
  }
  return [...conflicts.values()];
}

function conflictType(
  label: string,
  base: ConflictSide | null,
  target: ConflictSide | null,
  source: ConflictSide | null,
): ConflictType {
  const kind = /\(([^)]*)\)/.exec(label)?.[1] ?? '';
  if (kind === 'contents' || kind === 'content' || kind === 'add/add')
    return base === null ? 'both_added' : 'both_modified';
  if (kind === 'modify/delete')
    return target === null ? 'modified_source_removed_target' : 'modified_target_removed_source';
  if (kind === 'rename/delete')
    return target === null && source !== null ? 'removed_target_renamed_source' : 'removed_source_renamed_target';
  if (kind === 'rename/rename') return 'renamed_same_file';
  if (kind === 'file/directory') return 'file_directory';
  if (kind.startsWith('distinct')) return 'distinct_types';
  if (kind.startsWith('rename involved')) return 'rename_collision';
  if (kind.startsWith('directory rename') || kind.startsWith('implicit dir rename')) return 'directory_renamed';
  return kind.startsWith('submodule') ? 'submodule' : 'other';
}
