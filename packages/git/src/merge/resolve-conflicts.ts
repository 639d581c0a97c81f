import { GitError } from '../process/git-error.ts';
import { isBinaryContent, readBlob } from '../objects/read-blob.ts';
import { findEntry } from '../objects/read-tree.ts';
import { type ConflictChoice, type ConflictSection, conflictSections, joinSections } from './conflict-sections.ts';
import type { Identity } from './identity.ts';
import type { ConflictSide, ConflictType, MergeConflict } from './merge-tree-output.ts';
import { assertPossible, mergeability, mergeTree } from './mergeability.ts';
import { saveFiles } from './save-files.ts';
import { type FileNode, TreeOverlay } from './tree-overlay.ts';
import { commitTree } from './write-commit.ts';

export interface ConflictFile {
  conflict: MergeConflict;
  /** Whether `resolveConflicts` can resolve it; directories in the place of files and the like are for a clone. */
  isResolvable: boolean;
  /** The three versions, null where a side has none, and for submodules. */
  base: Buffer | null;
  target: Buffer | null;
  source: Buffer | null;
  /** The three-way merge of the text; null for binaries and where a side removed the file. */
  sections: ConflictSection[] | null;
}

export type ConflictResolution = {
  /** `MergeConflict.path`. */
  path: string;
  /** Which name the file gets when the two sides named it differently; left out: the source's. */
  name?: 'source' | 'target' | undefined;
} & (
  | { use: 'source' | 'target' }
  /** One choice for each conflict of the text, in order. */
  | { choices: readonly ConflictChoice[] }
  | { content: Buffer }
);

export interface ResolveInput {
  target: string;
  source: string;
  resolutions: readonly ConflictResolution[];
}

export const MAX_CONFLICT_BYTES = 10 * 1024 * 1024;

const RESOLVABLE: ReadonlySet<ConflictType> = new Set<ConflictType>([
  'both_modified',
  'both_added',
  'modified_source_removed_target',
  'modified_target_removed_source',
  'renamed_same_file',
  'removed_source_renamed_target',
  'removed_target_renamed_source',
]);

const SUBMODULE = '160000';

/** Every file in conflict with its versions. Files of more than 10 MiB have none and cannot be resolved as text. */
export async function readConflicts(repo: string, merge: { target: string; source: string }): Promise<ConflictFile[]> {
  const result = await mergeability(repo, merge.target, merge.source);
  assertPossible(result);
  const files: ConflictFile[] = [];
  for (const conflict of result.conflicts) files.push(await readConflict(repo, await asOnSides(repo, merge, conflict)));
  return files;
}

/** Of a file with two new names git gives its merge, with markers, in the place of what the sides have. */
async function asOnSides(
  repo: string,
  commits: { target: string; source: string },
  conflict: MergeConflict,
): Promise<MergeConflict> {
  if (conflict.type !== 'renamed_same_file') return conflict;
  const onSide = async (commit: string, side: ConflictSide | null): Promise<ConflictSide | null> => {
    const entry = side && (await findEntry(repo, commit, side.path));
    return entry ? { mode: entry.mode, oid: entry.oid, path: side.path } : side;
  };
  const [target, source] = await Promise.all([
    onSide(commits.target, conflict.target),
    onSide(commits.source, conflict.source),
  ]);
  return { ...conflict, target, source };
}

async function readConflict(repo: string, conflict: MergeConflict): Promise<ConflictFile> {
  const read = async (side: ConflictSide | null): Promise<Buffer | null> => {
    if (side === null || side.mode === SUBMODULE) return null;
    return readBlob(repo, side.oid, { maxBytes: MAX_CONFLICT_BYTES }).catch((error: unknown) => {
      if (error instanceof GitError && error.kind === 'too_large') return null;
      throw error;
    });
  };
  const [base, target, source] = await Promise.all([read(conflict.base), read(conflict.target), read(conflict.source)]);
  const isText = !conflict.isBinary && [base, target, source].every((side) => side === null || !isBinaryContent(side));
  const hasBase = conflict.base === null || base !== null;
  const sections =
    isText && target !== null && source !== null && hasBase ? await conflictSections({ base, target, source }) : null;
  return { conflict, isResolvable: RESOLVABLE.has(conflict.type), base, target, source, sections };
}

/**
 * The tree of the merge of `target` and `source` with every conflict resolved. Stores objects, moves no ref. Throws
 * `GitError` of kind `conflict` with `details.code`: `no_conflicts`, `not_in_conflict`, `not_resolvable`, `unresolved`,
 * `choices_mismatch` (all but the first with `details.path`).
 */
export async function resolveConflicts(
  repo: string,
  { target, source, resolutions }: ResolveInput,
): Promise<{ treeOid: string }> {
  const result = await mergeTree(repo, target, source);
  assertPossible(result);
  if (result.clean || result.treeOid === null) throw problem('no_conflicts');
  const byPath = new Map(resolutions.map((resolution) => [resolution.path, resolution]));
  const known = new Set(result.conflicts.map(({ path }) => path));
  const stray = resolutions.find(({ path }) => !known.has(path));
  if (stray) throw problem('not_in_conflict', stray.path);
  const overlay = new TreeOverlay(repo, result.treeOid);
  for (const conflict of result.conflicts) {
    if (!RESOLVABLE.has(conflict.type)) throw problem('not_resolvable', conflict.path);
    const resolution = byPath.get(conflict.path);
    if (!resolution) throw problem('unresolved', conflict.path);
    const resolved = await resolvedFile(repo, await asOnSides(repo, { target, source }, conflict), resolution);
    for (const path of pathsOf(conflict)) await overlay.remove(path);
    if (resolved) await overlay.put(resolved.path, resolved.file);
  }
  await saveFiles(repo, overlay.unsavedFiles());
  return { treeOid: await overlay.write() };
}

/** The same as a commit on the source branch, with the target as its second parent. */
export async function commitResolution(
  repo: string,
  input: ResolveInput & { message: string; author: Identity; committer: Identity },
): Promise<{ sha: string; treeOid: string }> {
  const { treeOid } = await resolveConflicts(repo, input);
  const { message, author, committer } = input;
  const parents = [input.source, input.target];
  return { sha: await commitTree(repo, { treeOid, parents, message, author, committer }), treeOid };
}

/** Every path that a conflict is about. */
export function pathsOf({ path, paths, base, target, source }: MergeConflict): Set<string> {
  return new Set([path, ...paths, ...[base, target, source].flatMap((side) => side?.path ?? [])]);
}

/** Null when the file is removed. */
async function resolvedFile(
  repo: string,
  conflict: MergeConflict,
  resolution: ConflictResolution,
): Promise<{ path: string; file: FileNode } | null> {
  if ('use' in resolution) {
    const side = conflict[resolution.use];
    return side && { path: side.path, file: { kind: 'file', mode: side.mode, oid: side.oid, content: null } };
  }
  const content = 'content' in resolution ? resolution.content : await chosenText(repo, conflict, resolution.choices);
  const named = conflict[resolution.name ?? 'source'] ?? conflict.source ?? conflict.target;
  if (named === null) throw problem('not_resolvable', conflict.path);
  return { path: named.path, file: { kind: 'file', mode: modeOf(conflict), oid: null, content } };
}

async function chosenText(repo: string, conflict: MergeConflict, choices: readonly ConflictChoice[]): Promise<Buffer> {
  const { sections } = await readConflict(repo, conflict);
  const text = sections && joinSections(sections, choices);
  if (!text) throw problem('choices_mismatch', conflict.path);
  return text;
}

/** The mode that one of the sides has changed. */
function modeOf({ base, target, source }: MergeConflict): string {
  const changed = source !== null && source.mode !== base?.mode ? source : (target ?? source);
  return changed?.mode ?? '100644';
}

function problem(code: string, path?: string): GitError {
  return new GitError('conflict', 'The conflicts cannot be resolved like this.', {
    details: { code, ...(path !== undefined && { path }) },
  });
}
