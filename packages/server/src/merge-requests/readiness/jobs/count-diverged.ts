import { aheadBehind, isGitError } from '@tributary/git';

const MAX_COUNTED = 10_000;

/** Commits of the target that the source does not have. */
export async function countDiverged(repo: string, target: string, source: string): Promise<number> {
  try {
    return (await aheadBehind(repo, target, source, MAX_COUNTED)).behind;
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'timeout')) return 0;
    throw error;
  }
}
