import type { DiffPosition, PageDiffLine, Placement } from '@tributary/contract/discussions/page.ts';
import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import type { ColumnType, Generated } from 'kysely';
import type { ThreadState, TracedPosition } from '../discussions/index.ts';

type JsonOf<T> = ColumnType<T | null, string | null, string | null>;

export type MergeRequestDraftTable = {
  id: Generated<number>;
  merge_request_id: number;
  author_id: number;
  body: string;
  body_html: string;
  html_version: number;
  reply_to: string | null;
  resolve_discussion: boolean | null;
  position: JsonOf<DiffPosition>;
  line_code: string | null;
  commit_id: ColumnType<string | null, string | null | undefined, string | null>;
  snapshot: JsonOf<PageDiffLine[]>;
  current: JsonOf<TracedPosition>;
  head_sha: string | null;
  idempotency_key: string | null;
  lock_version: Generated<number>;
  review_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

/** What became of one draft; kept, so that a repeated request gets the same answer. */
export type PublishedDraft = {
  draftId: number;
  /** Null when there was nothing in it but commands. */
  noteId: number | null;
  discussionId: string | null;
  placement: Placement | null;
  isThreadGone: boolean;
  isResolveRefused: boolean;
  /** Why: a sentence. */
  resolveRefusal?: string;
  /** It was thrown away or published before: nothing of it is left to write. */
  isGone?: true;
};

/** The approval that was active, by its time. */
type ApprovalBefore = { createdAt: string };

/** What a review found, and what it left: put back as long as nobody has acted on it. */
export type ReviewUndo = {
  /** `beforeAt`: since when they thought so before. */
  reviewer: { before: ReviewerState | null; after: ReviewerState | null; beforeAt?: string | null };
  /** Before, and the time of the one that was there after. */
  approval: { before: ApprovalBefore | null; after: string | null };
  threads: ThreadState[];
  systemNoteIds: number[];
  summary: string | null;
};

export type MergeRequestReviewTable = {
  id: Generated<number>;
  merge_request_id: number;
  author_id: number;
  verdict: ReviewOutcome | null;
  head_sha: string | null;
  summary_note_id: number | null;
  results: ColumnType<PublishedDraft[], string, string>;
  idempotency_key: string | null;
  undo_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  undo: ColumnType<ReviewUndo | null, string | null | undefined, string | null>;
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
};

export type MergeRequestSuggestionTable = {
  id: Generated<number>;
  note_id: number;
  merge_request_id: number;
  number: number;
  head_sha: string;
  path: string;
  from_line: number;
  to_line: number;
  /** Lines with their ends, see the store for those from before. */
  from_content: string;
  to_content: string;
  /** Of the file as it was written on. */
  is_utf8: boolean;
  applied_at: Date | null;
  applied_by_id: number | null;
  commit_sha: string | null;
  created_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    merge_request_drafts: MergeRequestDraftTable;
    merge_request_reviews: MergeRequestReviewTable;
    merge_request_suggestions: MergeRequestSuggestionTable;
  }
}
