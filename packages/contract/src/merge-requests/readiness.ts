/** What the conditions of a merge say, as the server stores it and the widget lists it. */
import type { DetailedMergeStatus } from './widget-state.ts';

/** Only `passed` and `off` (the condition does not apply) let a merge through. */
export type CheckState = 'passed' | 'failed' | 'waiting' | 'unknown' | 'off';

/** Who can make a check pass. */
export type ClearedBy = 'author' | 'pushers' | 'reviewers' | 'approvers' | 'members' | 'maintainers' | 'system';

/** The button or link that leads to the solution. */
export type CheckAction =
  | 'approve'
  | 'edit_dependencies'
  | 'edit_merge_time'
  | 'edit_title'
  | 'mark_as_ready'
  | 'rebase'
  | 'reopen'
  | 'resolve_conflicts'
  | 'show_pipeline'
  | 'show_reviewers'
  | 'show_status_checks'
  | 'show_threads';

export type CheckParams = Readonly<Record<string, string | number | null>>;

/** One answer of one check. */
export type CheckOutcome = {
  state: CheckState;
  /** Which of the reasons of this check it is; the check's own id where it has one only. */
  code?: string | undefined;
  params?: CheckParams | undefined;
  clearedBy?: ClearedBy | undefined;
  action?: CheckAction | undefined;
  /** `detailed_merge_status` where it is another than the check's own, such as `ci_still_running`. */
  status?: DetailedMergeStatus | undefined;
};

/** The same with its check, and since when it is so and because of what: kept with the merge request and with its merge. */
export type StoredCheck = CheckOutcome & { id: string; since: string; cause: string };

/** The four words that REST and GraphQL clients know for a check. */
export const CHECK_STATUS_NAMES = {
  passed: 'success',
  failed: 'failed',
  waiting: 'checking',
  unknown: 'checking',
  off: 'inactive',
} as const satisfies Record<CheckState, string>;

export type CheckStatusName = (typeof CHECK_STATUS_NAMES)[CheckState];
