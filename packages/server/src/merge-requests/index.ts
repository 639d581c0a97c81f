/**
 * Owns merge requests: their versions, diffs, checks, merging and widget.
 * Knows everything to its left and nothing of what enterprise adds; that comes by registry (`checks/merge-checks.ts`).
 * Endpoints are composed in `endpoints/index.ts`. Start with `lifecycle/`, then `versions/` and `merging/merge.ts`.
 */
import './events.ts';
import './tables.ts';
import './diffs/tables.ts';
import './reviews/tables.ts';
import './viewed-files/tables.ts';
import './noteable.ts';
import './define-noteable.ts';
import './lifecycle/description.ts';
import './lifecycle/quick-actions.ts';
import './listing/completion-source.ts';
import './reads/branch-requests.ts';
import './checks/built-in-checks.ts';
import './checks/requested-changes.ts';
import './checks/watch-checks.ts';
import './versions/prebuild-diffs-job.ts';
import './versions/build-index-job.ts';
import './versions/visible-versions.ts';
import './pushes/on-push.ts';
import './pushes/push-messages.ts';
import './pushes/push-options.ts';
import './merging/quick-actions.ts';
import './merging/after-merge.ts';
import './merging/collaboration.ts';
import './diffs/end-unused.ts';
import './diffs/refresh-positions.ts';
import './reviews/jobs/forget-undo.ts';
import './reviews/define-pending-comments.ts';
import './reviews/end-replaced-approvals.ts';
import './reviews/quick-actions.ts';
import './reviews/reviewer-quick-actions.ts';
import './reviews/quick-action.ts';
import './notifications/notification-subject.ts';
import './notifications/hook-payloads.ts';
import './home/contributors.ts';
import './home/home-section.ts';
import './home/navigation.ts';
import './issues/create-from-issue.ts';
import './issues/refresh-named-issues.ts';
import './issues/on-mentions.ts';
import './pushes/on-commit-messages.ts';
import './issues/related-requests.ts';
import './reads/pushed-branch.ts';
import './reports/on-report-finished.ts';
import './checks/on-pipeline-changed.ts';
import './references.ts';
import './stored-files.ts';
import './verify.ts';

export { reconcileArrivedJob } from './pushes/reconcile-arrived.ts';

/** @public For slices to the right, which add conditions of merging. */
export { defineMergeCheck, ORDER as MERGE_CHECK_ORDER } from './checks/merge-checks.ts';
export type { MergeCheck, MergeFacts } from './checks/merge-checks.ts';
