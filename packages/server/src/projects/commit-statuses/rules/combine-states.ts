import type { CommitState, CommitStatusSummary } from '@tributary/contract/projects/commit-statuses.ts';

/** The first of these that any report has is how the commit stands. */
const ORDER: readonly CommitState[] = ['failed', 'running', 'pending', 'canceled', 'success', 'skipped'];

/** How several reports stand together; null without any. */
export function combineStates(states: readonly CommitState[]): CommitStatusSummary | null {
  const state = ORDER.find((each) => states.includes(each));
  if (state === undefined) return null;
  return { state, passed: states.filter((each) => each === 'success').length, total: states.length };
}

/** Nothing more is expected of it; another report of the same name begins again. */
export function isFinished(state: CommitState): boolean {
  return state !== 'pending' && state !== 'running';
}
