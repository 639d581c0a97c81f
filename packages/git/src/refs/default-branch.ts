import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { BRANCH_PREFIX, branchRef, validateBranchName } from './ref-name.ts';

/** The branch HEAD names, whether it exists yet or not. Reads one small file; starts no process. */
export async function getDefaultBranch(repo: string): Promise<string> {
  let head: string;
  try {
    head = await readFile(join(repo, 'HEAD'), 'utf8');
  } catch (cause) {
    throw new GitError('not_found', 'No such repository.', { cause });
  }
  const ref = /^ref: (refs\/heads\/.+)\n?$/.exec(head)?.[1];
  if (ref === undefined) throw new GitError('corrupt', 'HEAD of the repository names no branch.');
  return ref.slice(BRANCH_PREFIX.length);
}

/** Throws `invalid_ref` for a name we refuse. The branch need not exist. */
export async function setDefaultBranch(repo: string, name: string): Promise<void> {
  const problem = validateBranchName(name);
  if (problem !== null) throw new GitError('invalid_ref', 'The branch name is not allowed.', { details: { problem } });
  await runGit(repo, ['symbolic-ref', 'HEAD', branchRef(name)]);
}
