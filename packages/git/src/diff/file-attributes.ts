import { decodeFileText } from '../objects/decode-text.ts';
import { assertRev } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { baseName, displayPath, isUtf8Path, joinPath, parentPath, pathToBytes } from '../process/path-key.ts';
import { GlobPattern, type MatchBudget } from './glob-pattern.ts';

/** `kept` says that the file is no generated one, whatever its name. */
export type GeneratedAttribute = 'attribute' | 'no_diff_attribute' | 'kept';

const FILE_NAME = '.gitattributes';
const MAX_FILE_BYTES = 64 * 1024;
/** Files of attributes that are looked for, those near the root first. */
const MAX_DIRECTORIES = 256;
const MAX_RULES = 2_000;
const MAX_PATTERN_LENGTH = 300;
const MAX_STEPS = 20_000_000;
const NAMES = /^(?:linguist-generated|gitlab-generated)$/;

type Rule = {
  /** Matched against the name alone, in any directory below. */
  isNameOnly: boolean;
  pattern: GlobPattern;
  said: Said;
};

/** Undefined: an earlier line is taken back (`!name`). */
type Said = {
  generated?: boolean | undefined;
  isDiffed?: boolean | undefined;
  /** Null takes back what was said before. */
  encoding?: string | null;
  workingEncoding?: string | null;
};

/** Reads one file of attributes; undefined where there is none. */
type Read = (directory: string) => Promise<string | undefined>;

/** What the `.gitattributes` files of a commit say about showing files and their changes; read through the kept-open reader. */
export class FileAttributes {
  readonly #rules = new Map<string, readonly Rule[]>();
  readonly #budget: MatchBudget = { steps: MAX_STEPS };
  readonly #read: Read;
  /** Those that may hold a file of attributes which counts. */
  readonly #directories: ReadonlySet<string>;
  readonly #known = new Map<string, Promise<void>>();
  #left = MAX_RULES;

  constructor(directories: Iterable<string>, read: Read) {
    this.#directories = new Set(directories);
    this.#read = read;
  }

  /** Of the directories that hold the paths, and above. Nothing is read before it is looked for. */
  static of(repo: string, commit: string, paths: Iterable<string>): FileAttributes {
    return new FileAttributes([...directoriesOf(paths)].slice(0, MAX_DIRECTORIES), (directory) =>
      readAttributes(repo, commit, directory),
    );
  }

  /** Afterwards it is known what is said of this path. Each file is read once, and only those that a path needs. */
  async look(path: string): Promise<void> {
    await Promise.all(['', ...ancestors(path)].flatMap((directory) => this.#lookInto(directory) ?? []));
  }

  #lookInto(directory: string): Promise<void> | undefined {
    if (!this.#directories.has(directory)) return undefined;
    const known = this.#known.get(directory) ?? this.#take(directory);
    this.#known.set(directory, known);
    return known;
  }

  async #take(directory: string): Promise<void> {
    const text = await this.#read(directory);
    if (text === undefined) return;
    const parsed = parseRules(text).slice(0, this.#left);
    this.#left -= parsed.length;
    if (parsed.length > 0) this.#rules.set(directory, parsed);
  }

  /** Null when nothing is said. */
  generated(path: string): GeneratedAttribute | null {
    const { generated, isDiffed } = this.#saidOf(path);
    if (generated === true) return 'attribute';
    if (isDiffed === false) return 'no_diff_attribute';
    return generated === false ? 'kept' : null;
  }

  /** What the file is written in, as it is said; null when nothing is. What a checkout makes of it is likely the same. */
  encoding(path: string): string | null {
    const { encoding, workingEncoding } = this.#saidOf(path);
    return encoding ?? workingEncoding ?? null;
  }

  /** Later lines win over earlier ones, nearer files over those above. */
  #saidOf(path: string): Said {
    const all: Said = {};
    if (this.#rules.size === 0) return all;
    for (const directory of ['', ...ancestors(path)]) {
      const below = displayPath(directory === '' ? path : path.slice(directory.length + 1));
      for (const { isNameOnly, pattern, said } of this.#rules.get(directory) ?? [])
        if (pattern.matches(isNameOnly ? baseName(below) : below, this.#budget)) Object.assign(all, said);
    }
    return all;
  }
}

/** The text of one directory's file of attributes; undefined where there is none. */
export async function readAttributes(repo: string, commit: string, directory: string): Promise<string | undefined> {
  const pool = sharedCatFiles();
  const name = Buffer.concat([Buffer.from(`${assertRev(commit)}:`), pathToBytes(joinPath(directory, FILE_NAME))]);
  const info = await pool.info(repo, name);
  if (info?.type !== 'blob' || info.size > MAX_FILE_BYTES) return undefined;
  const answer = await pool.contents(repo, info.oid, MAX_FILE_BYTES);
  return answer ? decodeFileText(answer.content) : undefined;
}

/** Is the path text, without a sign that the reader cannot be asked for? */
function canBeAskedFor(path: string): boolean {
  return isUtf8Path(path) && !path.includes('\n');
}

/** Directories that hold a path, from the top down. */
function ancestors(path: string): string[] {
  if (!canBeAskedFor(path)) return [];
  const all: string[] = [];
  for (let parent = parentPath(path); parent !== ''; parent = parentPath(parent)) all.unshift(parent);
  return all;
}

/** Those that hold the paths, and above, from the root down. */
export function directoriesOf(paths: Iterable<string>): string[] {
  const depths = new Map([['', 0]]);
  const depthOf = (directory: string): number => {
    const depth = depths.get(directory) ?? depthOf(parentPath(directory)) + 1;
    depths.set(directory, depth);
    return depth;
  };
  for (const path of paths) if (canBeAskedFor(path)) depthOf(parentPath(path));
  return [...depths].toSorted(([, one], [, other]) => one - other).map(([directory]) => directory);
}

function parseRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n')) {
    const [pattern = '', ...attributes] = line.trim().split(/[ \t]+/);
    const isUsable = pattern !== '' && !/^[#!"]/.test(pattern) && !pattern.endsWith('/');
    const said = isUsable && pattern.length <= MAX_PATTERN_LENGTH ? whatIsSaid(attributes) : null;
    if (said === null) continue;
    const isNameOnly = !pattern.includes('/');
    rules.push({ isNameOnly, pattern: new GlobPattern(pattern.replace(/^\//, '')), said });
  }
  return rules;
}

function whatIsSaid(attributes: readonly string[]): Said | null {
  const said: Said = {};
  for (const attribute of attributes) {
    const [name = '', value] = attribute.replace(/^[-!]/, '').split('=');
    const isSet = !/^[-!]/.test(attribute) && value !== 'false';
    const wish = attribute.startsWith('!') ? undefined : isSet;
    if (NAMES.test(name)) said.generated = wish;
    if (name === 'diff') said.isDiffed = wish;
    const encoding = isSet ? (value ?? null) : null;
    if (name === 'encoding') said.encoding = encoding;
    if (name === 'working-tree-encoding') said.workingEncoding = encoding;
    // git's own shorthand for -diff -merge -text.
    if (name === 'binary' && isSet) said.isDiffed = false;
  }
  return Object.keys(said).length === 0 ? null : said;
}
