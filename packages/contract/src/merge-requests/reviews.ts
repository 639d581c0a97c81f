import type {
  DiffPosition,
  NoteAuthor,
  PageDiffLine,
  PageDiscussion,
  PageSuggestionPreview,
  Placement,
} from '../discussions/page.ts';
import type { PageUser } from '../planning/page.ts';

/** Reviews as our own pages read them: pending comments in snake case, as existing front ends know them. */

export const REVIEW_OUTCOMES = ['reviewed', 'approved', 'requested_changes'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/** Pending comments of one user on one merge request. */
export const MAX_DRAFTS = 500;

/** How long a published review can be taken back. Nobody gets a mail of it before. */
export const REVIEW_UNDO_MS = 60_000;

/** The review that can be taken back at this moment. */
export type PageUndo = {
  reviewId: number;
  /** What is left of the time when it was asked. */
  leftMs: number;
  /** POST → UndoAnswer. */
  path: string;
};

/** The notes are pending comments again. */
export type UndoAnswer = { drafts: number; /** To be sent again or not. */ summary: string | null };

/** A pending comment. Only its writer ever gets it. */
export type PageDraft = {
  id: number;
  author: NoteAuthor | null;
  merge_request_id: number;
  /** The one commit that was looked at. */
  commit_id: string | null;
  note: string;
  note_html: string;
  /** Where it stands in the newest version, and where it was written. */
  position: DiffPosition | null;
  original_position: DiffPosition | null;
  placement: Placement | null;
  /** False: its lines are gone since it was written; it is shown with the lines it was written on. */
  active: boolean;
  line_code: string | null;
  /** As of a thread: the code of its line where it was seen last, and where it was written. */
  line_codes: string[];
  /** As of a thread; null where it is not about changes. */
  diff_file: Pick<NonNullable<PageDiscussion['diff_file']>, 'file_hash' | 'seen_hashes'> | null;
  file_hash: string | null;
  file_path: string | null;
  file_identifier_hash: string | null;
  truncated_diff_lines: PageDiffLine[];
  discussion_id: string | null;
  /** When published: resolves its thread, reopens it, or (null) leaves it as it is. */
  resolve_discussion: boolean | null;
  references: { users: string[]; commands: string };
  /** What it would change; empty where neither it nor the thread it answers is about lines after the change. */
  suggestions: PageSuggestionPreview[];
  noteable_type: string;
  internal: false;
  current_user: { can_edit: true; can_award_emoji: false; can_resolve: boolean };
  /** PUT and DELETE. */
  path: string;
  created_at: string;
  updated_at: string;
};

/** Body of POST draftsPath. Send the header `Idempotency-Key`, so that a retry makes one. */
export type CreateDraftBody = {
  draft_note: {
    note: string;
    position?: DiffPosition | string;
    /** The one commit that was looked at. */
    commit_id?: string | null;
    resolve_discussion?: boolean | null;
  };
  in_reply_to_discussion_id?: string;
};

/** Body of PUT draft.path. */
export type UpdateDraftBody = {
  draft_note: { note?: string; position?: DiffPosition; resolve_discussion?: boolean | null };
  /** `updated_at` of the text the editor began with. */
  last_known_updated_at?: string;
};

/** Body of POST publishPath; without `id` and `ids` everything. Send `Idempotency-Key`: a retry gets the same answer. */
export type PublishBody = {
  id?: number;
  ids?: number[];
  note?: string;
  reviewer_state?: ReviewOutcome;
  /** The head that was looked at: what is agreed to, and what commands in the comments merge. */
  sha?: string;
  /** Of the reviewer who approves, where the settings ask for it. */
  approval_password?: string;
};

/** What became of one pending comment. */
export type PublishResult = {
  draft_id: number;
  /** Null when there was nothing in it but commands. */
  note_id: string | null;
  discussion_id: string | null;
  /** Where it stands now; null when it hangs on no line. */
  placement: Placement | null;
  /** The thread it answered was removed meanwhile: it began one of its own. */
  thread_gone: boolean;
  /** The thread could not be resolved or reopened as wished. */
  resolve_refused: boolean;
  /** Why, in a sentence. */
  resolve_refusal: string | null;
  /** It was thrown away or published before; the others of the request went their way. */
  gone: boolean;
};

export type PublishAnswer = {
  published: PublishResult[];
  summary_note_id: string | null;
  reviewer_state: ReviewOutcome | null;
  /** Null when there is nothing to take back, or not any more. */
  undo: PageUndo | null;
  /** What the commands in the comments came to; null when there were none. */
  quick_actions_status: { messages: string[]; error_messages: string[] } | null;
};

/** An approval that ended because the merge request changed: its content, its commits or its target branch. */
export type VisibleApprovalEnd = 'changed' | 'replaced' | 'retargeted';

export type PageApproval = {
  user: PageUser;
  approvedAt: string;
  /** Of the newest head. */
  isCurrent: boolean;
  /** Null while it counts. */
  ended: VisibleApprovalEnd | null;
};

/** What a page needs to review; null for users who cannot. */
export type ReviewData = {
  /** GET → PageDraft[]; POST CreateDraftBody → PageDraft. */
  draftsPath: string;
  publishPath: string;
  /** DELETE. */
  discardPath: string;
  /** GET → `{undo: PageUndo | null}`; and what it was when the page was made. */
  undoPath: string;
  undo: PageUndo | null;
  /** Realtime topic that only this user hears: `drafts.changed`, `review.changed`. */
  topic: string;
  /** One may comment, or has pending comments from when one might. */
  showsPending: boolean;
  /** Who reads it, for pending comments before the server knows them. */
  can: { comment: boolean; approve: boolean; requestChanges: boolean };
};

/** Agreement of users with a head. */
export type ApprovalData = {
  /** GET → ApprovalsPart: rules, and what the reader may do. */
  path: string;
  approvals: PageApproval[];
  hasApproved: boolean;
  canApprove: boolean;
  /** Why not, where there is more to say than that one may not. */
  refusal: string | null;
  /** POST. */
  approvePath: string;
  unapprovePath: string;
};
