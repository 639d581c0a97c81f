import { isGitError } from '../process/git-error.ts';
import { runGit, runGitResult, streamGit } from '../process/run-git.ts';
import { assertObjectId, assertRev } from './object-id.ts';
import type { Commit } from './parse-commit.ts';
import { findCommit } from './read-commit.ts';

/** What a reader of the repository may reach. */
export const VISIBLE_REF_PREFIXES: readonly string[] = ['refs/heads/', 'refs/tags/'];

/** The best common ancestor, or null for unrelated histories. */
export async function mergeBase(repo: string, a: string, b: string): Promise<string | null> {
  return mergeBaseOfMany(repo, [a, b]);
}

/** The best common ancestor of the first rev and a merge of all others. */
export async function mergeBaseOfMany(repo: string, revs: readonly string[]): Promise<string | null> {
  const { stdout, exitCode } = await runGitResult(repo, ['merge-base'], {
    revs: revs.map(assertRev),
    okExitCodes: [1],
  });
  return exitCode === 1 ? null : stdout.toString('latin1').trim();
}

/** True when `ancestor` is `descendant` or comes before it. */
export async function isAncestor(repo: string, ancestor: string, descendant: string): Promise<boolean> {
  const revs = [assertRev(ancestor), assertRev(descendant)];
  const { exitCode } = await runGitResult(repo, ['merge-base', '--is-ancestor'], { revs, okExitCodes: [1] });
  return exitCode === 0;
}

/** The same for several descendants: before some of them, or before every one. One process, however many there are. */
export async function isAncestorOf(
  repo: string,
  ancestor: string,
  descendants: { some: readonly string[] } | { every: readonly string[] },
): Promise<boolean> {
  const sha = assertObjectId(ancestor);
  if ('some' in descendants) return (await mergeBaseOfMany(repo, [sha, ...descendants.some])) === sha;
  const { stdout } = await runGitResult(repo, ['merge-base', '--octopus'], {
    revs: [sha, ...descendants.every.map(assertRev)],
    okExitCodes: [1],
  });
  return stdout.toString('latin1').trim() === sha;
}

/**
 * The commits from `head` down to `ancestor` (which is left out), newest first, where each has one parent: what an ordinary
 * push brings. Undefined when it is not so or takes more than `max` steps; then git has to be asked. No process of its own.
 */
export async function commitsOnTop(
  repo: string,
  ancestor: string,
  head: string,
  max = 32,
): Promise<Commit[] | undefined> {
  const commits: Commit[] = [];
  for (let at: string = head; at !== ancestor;) {
    const commit = commits.length < max ? await findCommit(repo, at) : undefined;
    const [parent] = commit?.parents ?? [];
    if (commit === undefined || parent === undefined || commit.parents.length !== 1) return undefined;
    commits.push(commit);
    at = parent;
  }
  return commits;
}

/** Commits only in `head` and only in `base`; each counted up to `max` together when given. */
export async function aheadBehind(
  repo: string,
  base: string,
  head: string,
  max?: number,
): Promise<{ ahead: number; behind: number }> {
  const args = [
    'rev-list',
    '--left-right',
    '--count',
    ...(max === undefined ? [] : [`--max-count=${Math.trunc(max)}`]),
  ];
  const output = await runGit(repo, args, { revs: [`${assertRev(base)}...${assertRev(head)}`] });
  const [behind = 0, ahead = 0] = output.toString('latin1').trim().split('\t').map(Number);
  return { ahead, behind };
}

/** Is the commit part of a branch or tag (or of refs with other prefixes)? Unknown ids are simply not. */
export async function isCommitReachable(
  repo: string,
  sha: string,
  refPrefixes: readonly string[] = VISIBLE_REF_PREFIXES,
  { timeoutMs }: { timeoutMs?: number | undefined } = {},
): Promise<boolean> {
  try {
    const args = ['for-each-ref', '--count=1', '--format=%(refname)', `--contains=${assertObjectId(sha)}`];
    return (await runGit(repo, args, { revs: refPrefixes, timeoutMs })).length > 0;
  } catch (error) {
    // git says "no such commit" or "malformed object name" for what is missing or is no commit.
    if (
      isGitError(error, 'not_found') ||
      (isGitError(error) && /no such commit|malformed object name|is not a commit/i.test(error.stderr))
    )
      return false;
    throw error;
  }
}

/**
 * Those of many commits that are part of a branch or tag (or of refs with other prefixes), by one process. All must be stored;
 * throws `timeout` after `timeoutMs`.
 */
export async function reachableCommits(
  repo: string,
  shas: readonly string[],
  refPrefixes: readonly string[] = VISIBLE_REF_PREFIXES,
  { timeoutMs }: { timeoutMs?: number | undefined } = {},
): Promise<Set<string>> {
  const revs = [...new Set(shas.map(assertObjectId))];
  if (revs.length === 0) return new Set();
  const globs = refPrefixes.map((prefix) => `--glob=${prefix}*`);
  const output = await runGit(repo, ['rev-list', '--not', ...globs, '--not'], { revs, timeoutMs });
  const outside = new Set(output.toString('latin1').split('\n'));
  return new Set(revs.filter((sha) => !outside.has(sha)));
}

/**
 * The same for any object (a blob by its id). Walks the objects of the refs, with bitmaps where there are, and stops at the
 * first hit; throws `timeout` after `timeoutMs`.
 */
export async function isObjectReachable(
  repo: string,
  oid: string,
  options: { refPrefixes?: readonly string[]; timeoutMs?: number } = {},
): Promise<boolean> {
  const wanted = assertObjectId(oid);
  const prefixes = options.refPrefixes ?? VISIBLE_REF_PREFIXES;
  const globs = prefixes.map((prefix) => `--glob=${prefix}*`);
  const stream = streamGit(repo, ['rev-list', '--objects', '--no-object-names', '--use-bitmap-index', ...globs], {
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  stream.stdin.end();
  let tail = '';
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    const text = tail + chunk.toString('latin1');
    if (text.includes(wanted)) return true;
    tail = text.slice(-wanted.length);
  }
  await stream.finished;
  return false;
}
