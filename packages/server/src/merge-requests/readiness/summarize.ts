import type { StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import { type MergeCheck, mergeChecks } from './define-check.ts';

/** Everything that lists, pages, REST, GraphQL and the merge itself know about whether a request can be merged. */
export type Readiness = {
  /** As REST names it. */
  status: DetailedMergeStatus;
  message: string;
  isMergeable: boolean;
  hasConflicts: boolean;
  shouldBeRebased: boolean;
  /** No open thread blocks the merge. */
  areThreadsResolved: boolean;
  checks: readonly StoredCheck[];
};

const CHECKING = 'Checking if merge request can be merged…';

/** Git has no answer yet: until then nothing is said about the other checks. */
const WITHOUT_ANSWER: ReadonlySet<DetailedMergeStatus | undefined> = new Set(['preparing', 'checking', 'unchecked']);

const lets = ({ state }: StoredCheck) => state === 'passed' || state === 'off';

/**
 * Mergeable only when every check passed or is off: one without an answer blocks as one that failed. The first failing check
 * gives the status, and before it only that git has not answered; then the first that is waited for.
 */
export function summarize(checks: readonly StoredCheck[]): Readiness {
  const failed = (id: string) => checks.some((check) => check.id === id && check.state === 'failed');
  const isOpen = !failed('not_open');
  return {
    ...statusOf(checks, isOpen),
    isMergeable: checks.every(lets),
    hasConflicts: failed('conflict'),
    shouldBeRebased: isOpen && failed('need_rebase'),
    areThreadsResolved: !failed('discussions_not_resolved'),
    checks,
  };
}

function statusOf(checks: readonly StoredCheck[], isOpen: boolean): Pick<Readiness, 'status' | 'message'> {
  const unanswered = checks.find(({ state, status }) => state === 'waiting' && WITHOUT_ANSWER.has(status));
  if (isOpen && unanswered) return { status: unanswered.status ?? 'checking', message: CHECKING };
  const first = checks.find(({ state }) => state === 'failed');
  if (first) {
    return { status: first.status ?? definitionOf(first)?.status ?? 'broken_status', message: messageOf(first) };
  }
  const waiting = checks.find((check) => !lets(check));
  if (!waiting) return { status: 'mergeable', message: 'Ready to merge!' };
  return { status: waiting.status ?? 'checking', message: waiting.status ? messageOf(waiting) : CHECKING };
}

function definitionOf({ id }: StoredCheck): MergeCheck | undefined {
  return mergeChecks().find((check) => check.id === id);
}

/** What is wrong and what to do. */
export function messageOf(check: StoredCheck): string {
  return definitionOf(check)?.message(check) ?? 'Merge blocked.';
}
