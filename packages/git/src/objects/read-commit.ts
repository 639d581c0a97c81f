import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { assertObjectId, assertRev } from './object-id.ts';
import { parseCommit } from './parse-commit.ts';
import type { Commit } from './parse-commit.ts';

/** Messages longer than this are cut. */
const MAX_COMMIT_BYTES = 4 * 1024 * 1024;

/** The commit a rev stands for (tags are followed), or undefined. */
export async function findCommit(repo: string, rev: string): Promise<Commit | undefined> {
  const answer = await sharedCatFiles().contents(repo, `${assertRev(rev)}^{commit}`, MAX_COMMIT_BYTES);
  return answer === null || answer.type !== 'commit' ? undefined : parseCommit(answer.oid, answer.content);
}

/** Like `findCommit`, but throws `not_found`. */
export async function readCommit(repo: string, rev: string): Promise<Commit> {
  const commit = await findCommit(repo, rev);
  if (commit === undefined) throw new GitError('not_found', 'No such commit.', { details: { rev } });
  return commit;
}

/** Many commits with no extra process, in the order given. Throws `not_found` when one is missing. */
export async function readCommits(repo: string, shas: readonly string[]): Promise<Commit[]> {
  const pool = sharedCatFiles();
  return Promise.all(
    shas.map(async (sha) => {
      const answer = await pool.contents(repo, assertObjectId(sha), MAX_COMMIT_BYTES);
      if (answer === null || answer.type !== 'commit')
        throw new GitError('not_found', 'No such commit.', { details: { rev: sha } });
      return parseCommit(answer.oid, answer.content);
    }),
  );
}
