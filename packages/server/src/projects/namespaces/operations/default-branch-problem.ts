import type { FieldErrors } from '@tributary/contract/errors/app-error.ts';
import { refNameProblemText, validateBranchName } from '@tributary/git';

/** What is wrong with the default branch that a group gives to new projects; empty when nothing is. */
export function defaultBranchProblem(branch: string | null | undefined): FieldErrors {
  const problem = branch ? validateBranchName(branch) : null;
  return problem ? { default_branch: [refNameProblemText(problem)] } : {};
}
