import { RE2JS } from 're2js';

export type BranchFilter = { strategy: 'wildcard' | 'regex' | 'all_branches'; pattern: string };

const MAX_PATTERN_LENGTH = 1_024;

function compile(filter: BranchFilter): RE2JS | null {
  if (filter.strategy === 'regex') return RE2JS.compile(filter.pattern);
  const source = filter.pattern
    .split('*')
    .map((part) => RE2JS.quote(part))
    .join('.*');
  return RE2JS.compile(`^${source}$`, RE2JS.DOTALL);
}

/** What is wrong with a filter, as the end of a sentence; null when it can be used. */
export function branchFilterProblem(filter: BranchFilter): string | null {
  if (filter.strategy === 'all_branches' || filter.pattern === '') return null;
  if (filter.pattern.length > MAX_PATTERN_LENGTH) return `is too long (maximum is ${MAX_PATTERN_LENGTH} characters)`;
  try {
    compile(filter);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'is not a valid regular expression';
  }
}

/** Does a push to this branch pass? Everything does without a pattern; what has no branch always does. */
export function passesBranchFilter(filter: BranchFilter, branch: string | undefined): boolean {
  if (branch === undefined || filter.strategy === 'all_branches' || filter.pattern === '') return true;
  return compile(filter)?.matcher(branch).find() ?? false;
}
