import type { ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import type { EventBatch } from '../discussions/index.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';

export type MergeRequestAction =
  | 'open'
  | 'update'
  | 'close'
  | 'reopen'
  | 'merge'
  | 'approved'
  | 'approval'
  | 'unapproved'
  | 'unapproval';

type MergeRequestEvent = {
  mergeRequestId: number;
  projectId: number;
  /** Set when it is part of a review that may still be taken back. */
  batch?: EventBatch;
};

declare module '../platform/events.ts' {
  interface EventMap {
    'merge_request.created': MergeRequestEvent;
    /** `changed` names fields: title, description, target_branch, assignees, reviewers, labels, milestone, draft, … */
    'merge_request.updated': MergeRequestEvent & { changed: string[] };
    /** The target branch moved, and merging would change nothing in it any more. */
    'merge_request.changes_contained': MergeRequestEvent & {
      targetBranch: string;
      sinceSha: string;
      targetSha: string;
    };
    'merge_request.labels_added': MergeRequestEvent & { labelIds: number[] };
    /** `actorId` is set where the event's own actor is not who did it (recovery). */
    'merge_request.state_changed': MergeRequestEvent & {
      from: MergeRequestState;
      to: MergeRequestState;
      actorId?: number | null;
    };
    'merge_request.merged': MergeRequestEvent & {
      mergedCommitSha: string;
      byPush: boolean;
      mergedById: number | null;
      /** The merger asked for it; done as their own act. */
      removesSourceBranch: boolean;
    };
    'merge_request.version_created': MergeRequestEvent & {
      versionId: number;
      number: number;
      oldHeadSha: string | null;
      pushedById: number | null;
      /** The push wanted no pipeline. */
      skipsPipeline?: boolean;
    };
    /** All notes of a review at once; each also has its own `note.created` with this `batch`. */
    'merge_request.review_published': MergeRequestEvent & {
      reviewId: number;
      noteIds: number[];
      verdict: ReviewOutcome | null;
    };
    'merge_request.approved': MergeRequestEvent & {
      headSha: string | null;
      /** Every rule is met with it. */
      isMet?: boolean;
    };
    /** Also where no word came with it; within a review that tells of it itself. */
    'merge_request.changes_requested': MergeRequestEvent;
    /**
     * `isUndone`: of a review that was taken back before anyone outside heard of it. `userId`: whose approval it was, where
     * someone else took it.
     */
    'merge_request.unapproved': MergeRequestEvent & {
      isUndone?: true;
      userId?: number;
      /** All rules were met with it. */
      wasMet?: boolean;
      /** The merge request changed: nobody took the approval back. */
      isAutomatic?: true;
    };
    /**
     * A check of an open merge request gives another answer, or the same for another head. `from` and `to` are detailed
     * merge statuses and may be equal; `from` is null the first time. `checks` names the checks whose answers differ.
     */
    'merge_request.readiness_changed': MergeRequestEvent & {
      from: DetailedMergeStatus | null;
      to: DetailedMergeStatus;
      checks: string[];
      cause: string;
    };
    /** It left a merge train without being merged by it; `reason` is a sentence. */
    'merge_request.left_train': MergeRequestEvent & { carId: number; code: string; reason: string };
    'merge_request.deleted': MergeRequestEvent & { iid: number };
  }
}
