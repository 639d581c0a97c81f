import { assertObjectId } from '../objects/object-id.ts';
import { parseCommit, parseTag } from '../objects/parse-commit.ts';
import type { Commit, Signature } from '../objects/parse-commit.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { runGit } from '../process/run-git.ts';
import { BRANCH_PREFIX, TAG_PREFIX } from './ref-name.ts';

export interface BranchRef {
  name: string;
  ref: string;
  sha: string;
  commit: Commit;
}

export interface TagRef {
  name: string;
  ref: string;
  /** The tag object for annotated tags, else the commit. */
  sha: string;
  /** Null when the tag points at a tree or blob. */
  commitSha: string | null;
  commit: Commit | null;
  message: string | null;
  tagger: Signature | null;
  isAnnotated: boolean;
  /** The armoured signature of an annotated tag. */
  signature: string | null;
}

export type RefSort = 'name_asc' | 'name_desc' | 'updated_asc' | 'updated_desc' | 'version_asc' | 'version_desc';

export interface RefListOptions {
  /** Part of the name, any case; `^start` and `end$` anchor it. */
  search?: string;
  /** Only these names. */
  names?: readonly string[];
  sort?: RefSort;
  /** Default 20, at most 1000. */
  limit?: number;
  /** The name of the last ref of the page before. */
  after?: string;
  /** Skip this many, for numbered pages. */
  offset?: number;
}

export interface BranchListOptions extends RefListOptions {
  /** Only branches whose tip is part of this commit. */
  mergedInto?: string;
  /** Only branches whose tip is not part of this commit. */
  notMergedInto?: string;
}

export interface RefPage<T> {
  refs: T[];
  /** Give it as `after` for the next page; null on the last. */
  nextCursor: string | null;
  /** How many match in all. */
  total: number;
}

interface NamedRef {
  name: string;
  ref: string;
  oid: string;
}

const MAX_LIMIT = 1000;
const SORT_KEYS: Readonly<Record<RefSort, string>> = {
  name_asc: 'refname',
  name_desc: '-refname',
  updated_asc: 'creatordate',
  updated_desc: '-creatordate',
  version_asc: 'version:refname',
  version_desc: '-version:refname',
};
const MAX_OBJECT_BYTES = 4 * 1024 * 1024;

export async function listBranches(repo: string, options: BranchListOptions = {}): Promise<RefPage<BranchRef>> {
  const args: string[] = [];
  if (options.mergedInto !== undefined) args.push(`--merged=${assertObjectId(options.mergedInto)}`);
  if (options.notMergedInto !== undefined) args.push(`--no-merged=${assertObjectId(options.notMergedInto)}`);
  const page = await listNamed(repo, BRANCH_PREFIX, options, args);
  const commits = await Promise.all(page.refs.map(({ oid }) => commitOf(repo, oid)));
  const refs = page.refs.flatMap(({ name, ref, oid }, index) => {
    const commit = commits[index];
    return commit === null || commit === undefined ? [] : [{ name, ref, sha: oid, commit }];
  });
  return { ...page, refs };
}

export async function listTags(repo: string, options: RefListOptions = {}): Promise<RefPage<TagRef>> {
  const page = await listNamed(repo, TAG_PREFIX, options, []);
  return { ...page, refs: await Promise.all(page.refs.map((named) => readTagRef(repo, named))) };
}

/** One branch or tag by its short name, in the shape of the lists. */
export async function findBranch(repo: string, name: string): Promise<BranchRef | undefined> {
  return (await listBranches(repo, { names: [name], limit: 1 })).refs[0];
}

export async function findTag(repo: string, name: string): Promise<TagRef | undefined> {
  return (await listTags(repo, { names: [name], limit: 1 })).refs[0];
}

/** Short names of refs below a prefix whose history has the commit. */
export function refsContaining(repo: string, sha: string, prefix: string, limit = 100): Promise<string[]> {
  return namesOfRefs(repo, `--contains=${assertObjectId(sha)}`, prefix, limit);
}

/** Of those that stand at the commit, tags with a text of their own too. */
export function refsPointingAt(repo: string, sha: string, prefix: string, limit = 100): Promise<string[]> {
  return namesOfRefs(repo, `--points-at=${assertObjectId(sha)}`, prefix, limit);
}

async function namesOfRefs(repo: string, which: string, prefix: string, limit: number): Promise<string[]> {
  const args = ['for-each-ref', `--count=${Math.trunc(limit)}`, '--format=%(refname)', which];
  const output = await runGit(repo, args, { revs: [prefix] });
  return output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((ref) => ref.slice(prefix.length));
}

async function listNamed(
  repo: string,
  prefix: string,
  options: RefListOptions,
  extra: readonly string[],
): Promise<RefPage<NamedRef>> {
  const args = [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    `--sort=${SORT_KEYS[options.sort ?? 'name_asc']}`,
    ...extra,
  ];
  // Exact names are their own patterns: git then opens only those.
  const names = options.names?.filter((name) => !/[\0-\x20*?[\\]/.test(name));
  if (names?.length === 0) return { refs: [], nextCursor: null, total: 0 };
  const output = await runGit(repo, args, {
    revs: names === undefined ? [prefix] : names.map((name) => prefix + name),
  });
  const matches = matcher(options.search);
  const all: NamedRef[] = [];
  for (const line of output.toString('utf8').split('\n')) {
    if (line === '') continue;
    const space = line.indexOf(' ');
    const ref = line.slice(space + 1);
    const name = ref.slice(prefix.length);
    if (names !== undefined && !names.includes(name)) continue;
    if (matches(name)) all.push({ name, ref, oid: line.slice(0, space) });
  }
  const start =
    (options.after === undefined ? 0 : all.findIndex(({ name }) => name === options.after) + 1) + (options.offset ?? 0);
  const limit = Math.min(Math.max(1, options.limit ?? 20), MAX_LIMIT);
  const refs = all.slice(start, start + limit);
  return { refs, nextCursor: start + limit < all.length ? (refs.at(-1)?.name ?? null) : null, total: all.length };
}

function matcher(search: string | undefined): (name: string) => boolean {
  if (search === undefined || search === '') return () => true;
  const atStart = search.startsWith('^');
  const atEnd = search.endsWith('$');
  const text = search.slice(atStart ? 1 : 0, atEnd ? -1 : undefined).toLowerCase();
  return (name) => {
    const lower = name.toLowerCase();
    if (atStart && atEnd) return lower === text;
    if (atStart) return lower.startsWith(text);
    return atEnd ? lower.endsWith(text) : lower.includes(text);
  };
}

async function commitOf(repo: string, oid: string): Promise<Commit | null> {
  const answer = await sharedCatFiles().contents(repo, `${oid}^{commit}`, MAX_OBJECT_BYTES);
  return answer === null || answer.type !== 'commit' ? null : parseCommit(answer.oid, answer.content);
}

async function readTagRef(repo: string, { name, ref, oid }: NamedRef): Promise<TagRef> {
  const pool = sharedCatFiles();
  const [object, commit] = await Promise.all([pool.info(repo, oid), commitOf(repo, oid)]);
  const base = { name, ref, sha: oid, commit, commitSha: commit?.sha ?? null };
  if (object?.type !== 'tag') return { ...base, message: null, tagger: null, isAnnotated: false, signature: null };
  const answer = await pool.contents(repo, oid, MAX_OBJECT_BYTES);
  const tag = answer === null ? null : parseTag(oid, answer.content);
  const { tagger = null, signature = null } = tag ?? {};
  return { ...base, message: tag?.message.trimEnd() ?? null, tagger, isAnnotated: true, signature };
}
