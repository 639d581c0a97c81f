import { GitError, isGitError } from '../process/git-error.ts';
import { joinPath, pathFromBytes, pathToBytes } from '../process/path-key.ts';
import { streamGit } from '../process/run-git.ts';
import { assertRev, isObjectId } from './object-id.ts';
import type { Commit } from './parse-commit.ts';
import { readCommits } from './read-commit.ts';

export interface LastCommits {
  /** Name key → the last commit that touched the entry or anything below it. */
  commits: Map<string, Commit>;
  /** False when the time ran out; names that are missing can be asked for again. */
  complete: boolean;
}

/**
 * The last commit of each entry of a directory, from one streamed walk (a second, narrower one when old entries remain:
 * limiting git to the few names left makes each commit much cheaper to look at).
 */
export async function lastCommitForEntries(
  repo: string,
  rev: string,
  directory: string,
  names: readonly string[],
  options: { timeoutMs?: number } = {},
): Promise<LastCommits> {
  const deadline = Date.now() + (options.timeoutMs ?? 3_000);
  const wanted = new Set(names);
  const shaOf = new Map<string, string>();
  const broad = directory === '' ? undefined : [directory];
  await walk(repo, rev, directory, broad, wanted, shaOf, Math.max(100, (deadline - Date.now()) * 0.4));
  if (wanted.size > 0 && Date.now() < deadline) {
    const narrow = [...wanted].map((name) => joinPath(directory, name));
    await walk(repo, rev, directory, narrow, wanted, shaOf, Math.max(100, deadline - Date.now()));
  }
  const commits = await readCommits(repo, [...new Set(shaOf.values())]);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const found = new Map<string, Commit>();
  for (const [name, sha] of shaOf) {
    const commit = bySha.get(sha);
    if (commit !== undefined) found.set(name, commit);
  }
  return { commits: found, complete: wanted.size === 0 };
}

async function walk(
  repo: string,
  rev: string,
  directory: string,
  paths: readonly string[] | undefined,
  wanted: Set<string>,
  shaOf: Map<string, string>,
  timeoutMs: number,
): Promise<void> {
  if (wanted.size === 0) return;
  // An empty token comes before each id, and names are never empty: no file name can pass for a commit.
  const args = ['log', '-z', '--format=%x00%H', '--name-only', '--no-renames', '-c', '--no-show-signature'];
  const stream = streamGit(repo, args, { revs: [assertRev(rev)], paths, timeoutMs });
  stream.stdin.end();
  const reader = new NameReader(directory);
  try {
    for await (const chunk of stream.stdout) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (const { name, sha } of reader.feed(chunk)) {
        if (!wanted.delete(name)) continue;
        shaOf.set(name, sha);
        if (wanted.size === 0) return;
      }
    }
    await stream.finished;
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
}

function isTimeout(error: unknown): boolean {
  // Killing git at the limit also ends the pipe early, which the reader may notice first.
  return (
    isGitError(error, 'timeout') ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}

/** Reads the NUL-separated answer; gives the name right below the directory for each touched path. */
class NameReader {
  readonly #prefix: Buffer;
  #pending: Buffer = Buffer.alloc(0);
  #sha = '';
  #expect: 'sha' | 'first-name' | 'name' = 'name';

  constructor(directory: string) {
    this.#prefix = directory === '' ? Buffer.alloc(0) : Buffer.concat([pathToBytes(directory), Buffer.from('/')]);
  }

  feed(chunk: Buffer): { name: string; sha: string }[] {
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const found: { name: string; sha: string }[] = [];
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const name = this.#token(rest.subarray(0, end));
      if (name !== null) found.push({ name, sha: this.#sha });
      rest = rest.subarray(end + 1);
    }
    this.#pending = Buffer.from(rest);
    return found;
  }

  #token(token: Buffer): string | null {
    if (token.length === 0) {
      this.#expect = 'sha';
      return null;
    }
    if (this.#expect === 'sha') {
      this.#sha = token.toString('latin1');
      if (!isObjectId(this.#sha)) throw new GitError('failed', 'The answer of git log could not be read.');
      this.#expect = 'first-name';
      return null;
    }
    // The list of names starts on a line of its own.
    const path = this.#expect === 'first-name' && token[0] === 0x0a ? token.subarray(1) : token;
    this.#expect = 'name';
    const length = this.#prefix.length;
    if (!path.subarray(0, length).equals(this.#prefix)) return null;
    const slash = path.indexOf(0x2f, length);
    return pathFromBytes(path.subarray(length, slash === -1 ? undefined : slash));
  }
}
