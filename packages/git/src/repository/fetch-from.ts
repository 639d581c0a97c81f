import { assertObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError, isGitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { keepAround } from '../refs/internal-refs.ts';
import { KEEP_AROUND_PREFIX } from '../refs/ref-name.ts';

const FETCH_TIMEOUT_MS = 10 * 60_000;

/**
 * Brings commits of another repository of this machine (a fork's branch) with their history into `target`, where
 * `refs/keep-around/<sha>` holds them. What is there already is not fetched again.
 */
export async function fetchFrom(target: string, source: string, shas: readonly string[]): Promise<void> {
  const pool = sharedCatFiles();
  const wanted = [...new Set(shas.map(assertObjectId))];
  const present = await Promise.all(wanted.map((sha) => pool.info(target, `${KEEP_AROUND_PREFIX}${sha}`)));
  const missing = wanted.filter((_sha, index) => present[index] === null);
  if (missing.length === 0) return;
  // Asked of the source first: upload-pack's own complaint is harder to tell from others.
  const offered = await Promise.all(missing.map((sha) => pool.info(source, sha)));
  const unknown = missing.find((_sha, index) => offered[index]?.type !== 'commit');
  if (unknown !== undefined)
    throw new GitError('not_found', 'No such commit in the source.', { details: { sha: unknown } });
  const refspecs = missing.map((sha) => `+${sha}:${KEEP_AROUND_PREFIX}${sha}`);
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
    '--no-recurse-submodules',
    '--refmap=',
  ];
  // The words are constant; git runs them through a shell. Only this call may ask for a commit by its id.
  args.push('--upload-pack=git -c uploadpack.allowAnySHA1InWant=true upload-pack');
  try {
    await runGit(target, args, {
      revs: [source, ...refspecs],
      env: { GIT_ALLOW_PROTOCOL: 'file' },
      config: [
        ['fetch.fsckObjects', 'true'],
        ['fetch.writeCommitGraph', 'false'],
        ['fetch.unpackLimit', '100'],
      ],
      timeoutMs: FETCH_TIMEOUT_MS,
    });
  } catch (error) {
    // Two fetches of the same commit race for the ref; the objects are here when the other one won.
    if (!isGitError(error, 'locked') && !isGitError(error, 'stale_ref')) throw error;
    await keepAround(target, missing);
  }
}
