import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { validateBranchName } from '../refs/ref-name.ts';
import { writeRepositoryConfig } from './repository-config.ts';

/** Makes an empty bare repository. Throws `conflict` when something is there already. */
export async function initRepository(repo: string, options: { defaultBranch: string }): Promise<void> {
  const problem = validateBranchName(options.defaultBranch);
  if (problem !== null)
    throw new GitError('invalid_ref', 'The name of the default branch is not allowed.', { details: { problem } });
  if (await repositoryExists(repo)) throw new GitError('conflict', 'There is a repository already.');
  await mkdir(dirname(repo), { recursive: true });
  await runGit(null, [
    'init',
    '--quiet',
    '--bare',
    '--template=',
    `--initial-branch=${options.defaultBranch}`,
    '--',
    repo,
  ]);
  await writeRepositoryConfig(repo);
}

export async function repositoryExists(repo: string): Promise<boolean> {
  try {
    await access(join(repo, 'HEAD'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return false;
    throw error;
  }
}
