/**
 * Owns merge requests: their versions, diffs, checks, merging and widget.
 * Knows everything to its left and nothing of what enterprise adds; that comes by registry (`checks/merge-checks.ts`).
 * Faces are composed in `faces/index.ts`. Start with `lifecycle/`, then `versions/` and `merging/merge.ts`.
 */
import './events.ts';
import './tables.ts';
import './noteable.ts';
import './checks/built-in-checks.ts';
import './checks/watch-checks.ts';
import './versions/build-index-job.ts';
import './pushes/follow-push.ts';
import './pushes/push-messages.ts';
import './pushes/push-options.ts';
import './merging/after-merge.ts';
import './diffs/refresh-positions.ts';
import './telling/hook-payloads.ts';
import './home/home-section.ts';
import './home/navigation.ts';
import './references.ts';
import './stored-files.ts';
import './verify.ts';

export type { MergeRequestAction } from './events.ts';
export {
  defineMergeCheck,
  type MergeCheck,
  type MergeFacts,
  ORDER as MERGE_CHECK_ORDER,
} from './checks/merge-checks.ts';
export { closeMergeRequest, reopenMergeRequest } from './lifecycle/operations/change-state.ts';
export { createMergeRequest, type CreateInput } from './lifecycle/operations/create-merge-request.ts';
export { deleteMergeRequest } from './lifecycle/operations/delete-merge-request.ts';
export { retargetMergeRequest } from './lifecycle/operations/retarget.ts';
export { setSubscribed } from './lifecycle/operations/subscribe.ts';
export { updateMergeRequest, type UpdateInput } from './lifecycle/operations/update-merge-request.ts';
export { findMergeRequestAccess, getMergeRequest, type MergeRequestAccess, pathOf } from './merge-request-access.ts';
export { mergeMergeRequest, type MergeInput } from './merging/merge.ts';
export { rebaseMergeRequest } from './merging/rebase.ts';
export { recoverMergeIntents } from './merging/recover-merge-intents.ts';
export { countMergeRequests, listMergeRequests } from './reads/list-merge-requests.ts';
export { mergeRequestDetail, type MergeRequestDetail } from './reads/merge-request-detail.ts';
export { buildMergeRequestView, descriptionHtml, type MergeRequestView } from './reads/merge-request-views.ts';
export type { MergeRequestFilter, MergeRequestOrder } from './store/listing.ts';
export type { MergeRequestRow } from './store/merge-requests.ts';
