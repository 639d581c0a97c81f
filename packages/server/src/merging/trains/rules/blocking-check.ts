import type { StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';

/** The train itself finds these out for the place of each car, by building it. */
const OF_THE_TRAIN = new Set(['conflict', 'need_rebase']);

/** The first check that failed and takes a merge request out of a train. */
export function blockingCheck(checks: readonly StoredCheck[]): StoredCheck | undefined {
  return checks.find(({ id, state }) => state === 'failed' && !OF_THE_TRAIN.has(id));
}

/** A check has no answer yet: nothing is merged before that. */
export function isUndecided(checks: readonly StoredCheck[]): boolean {
  return checks.some(({ id, state }) => (state === 'waiting' || state === 'unknown') && !OF_THE_TRAIN.has(id));
}
