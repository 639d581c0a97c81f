import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { assertRev } from './object-id.ts';
import type { Commit } from './parse-commit.ts';
import { readCommits } from './read-commit.ts';

export interface CommitFilter {
  /** Where to start. Several for a set of tips. */
  rev: string | readonly string[];
  /** Leave out everything reachable from these. */
  notRevs?: readonly string[];
  /** Path key of a file or directory the commits must touch. */
  path?: string;
  /** Part of the author's name or e-mail address; plain text. */
  author?: string;
  since?: Date;
  until?: Date;
  firstParent?: boolean;
  /** Part of the message; plain text, any case. */
  search?: string;
  /** Every branch and tag instead of `rev`. */
  all?: boolean;
  noMerges?: boolean;
}

export interface CommitListOptions extends CommitFilter {
  skip?: number;
  limit?: number;
  /** Follow one file across renames. Only with `path`. */
  follow?: boolean;
  /** `date` (default), or children strictly before parents. */
  order?: 'date' | 'topo';
}

const MAX_LIMIT = 10_000;

/** Commits in full, newest first. One process for the list; the commits come through the kept-open reader. */
export async function listCommits(repo: string, options: CommitListOptions): Promise<Commit[]> {
  return readCommits(repo, await listCommitShas(repo, options));
}

/** Only the ids; for callers that count or intersect. */
export async function listCommitShas(repo: string, options: CommitListOptions): Promise<string[]> {
  const limit = Math.min(options.limit ?? 20, MAX_LIMIT);
  if (limit <= 0) return [];
  const follow = options.follow === true && options.path !== undefined;
  const command = follow ? ['log', '--follow', '--format=%H', '--no-show-signature'] : ['rev-list'];
  const args = [
    ...command,
    `--max-count=${limit}`,
    `--skip=${Math.max(0, Math.trunc(options.skip ?? 0))}`,
    ...filterArguments(options),
  ];
  if (options.order === 'topo') args.push('--topo-order');
  const output = await runGit(repo, args, {
    revs: revisions(options),
    paths: options.path === undefined ? undefined : [options.path],
  });
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** How many commits match, at most `max` (so that a big history costs no more than the page needs). */
export async function countCommits(repo: string, options: CommitFilter & { max?: number }): Promise<number> {
  const args = ['rev-list', '--count', ...filterArguments(options)];
  if (options.max !== undefined) args.push(`--max-count=${Math.max(0, Math.trunc(options.max))}`);
  const output = await runGit(repo, args, {
    revs: revisions(options),
    paths: options.path === undefined ? undefined : [options.path],
  });
  return Number(output.toString('latin1').trim());
}

function revisions(options: CommitFilter): string[] {
  const tips = typeof options.rev === 'string' ? [options.rev] : options.rev;
  const revs = options.all === true ? [] : tips.map(assertRev);
  for (const rev of options.notRevs ?? []) revs.push(`^${assertRev(rev)}`);
  return revs;
}

function filterArguments(options: CommitFilter): string[] {
  const args: string[] = [];
  if (options.all === true) args.push('--branches', '--tags');
  if (options.firstParent === true) args.push('--first-parent');
  if (options.noMerges === true) args.push('--no-merges');
  // The values are glued to our own option words, so they cannot become options themselves.
  if (options.author !== undefined) args.push(`--author=${plainText(options.author)}`);
  if (options.search !== undefined) args.push(`--grep=${plainText(options.search)}`);
  if (options.author !== undefined || options.search !== undefined)
    args.push('--fixed-strings', '--regexp-ignore-case');
  if (options.since !== undefined) args.push(`--since=${gitTime(options.since)}`);
  if (options.until !== undefined) args.push(`--until=${gitTime(options.until)}`);
  return args;
}

/** In seconds: git guesses at dates before 1970 and after 2099, however exact they are written. */
function gitTime(time: Date): string {
  return `@${Math.max(0, Math.floor(time.getTime() / 1000))} +0000`;
}

// A newline would make git read several patterns.
function plainText(text: string): string {
  if (text.includes('\0') || text.length > 1000) throw new GitError('rejected', 'The search text is not allowed.');
  return text.replaceAll(/[\r\n]+/g, ' ');
}
