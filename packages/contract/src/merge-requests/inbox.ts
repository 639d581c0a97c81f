import type { PageUser } from '../planning/page.ts';

/** Told to a user when a merge request may wait for them, or for others, as it did not before. */
export const ATTENTION_SET_CHANGED = 'turns.changed';

/** GET → `InboxCount`. */
export const INBOX_COUNT_PATH = '/dashboard/inbox/count';

/** Open merge requests whose next step is the reader's own; those of bots do not count. */
export type InboxCount = { count: number };

/** Why a merge request waits for someone. */
export type AttentionReason =
  | 'review_requested'
  | 'approval_taken_back'
  | 'answers_to_you'
  | 'changed_since_review'
  | 'conflicts'
  | 'threads_to_answer'
  | 'changes_requested'
  | 'needs_rebase'
  | 'ready_to_merge'
  | 'threads_left_open'
  | 'bot_threads';

/** `count`: of threads or answers, where the reason counts them. */
export type PageAttentionEntry = { reason: AttentionReason; count: number | null };

type InboxRequest = {
  id: number;
  title: string;
  /** `group/project!12` */
  reference: string;
  href: string;
  author: PageUser | null;
  draft: boolean;
  /** Null until the changes of the newest version are known. */
  addedLines: number | null;
  removedLines: number | null;
  filesCount: number | null;
  /** Since when it waits as it does: the act that made it this user's turn. */
  since: string;
};

export type InboxItem = InboxRequest & PageAttentionEntry;

/** `waitsFor`: who longest first. */
export type WaitingItem = InboxRequest & { waitsFor: (PageAttentionEntry & { person: PageUser })[] };

/** `/dashboard/inbox`, kind `inbox`. Each list has the longest waiting first. */
export type InboxPageData = {
  /** Wait for the reader. */
  items: InboxItem[];
  /** Wait for the reader too, made by bots or for what bots said. */
  bots: InboxItem[];
  /** Of the reader, or reviewed by them, and waiting for others. */
  waiting: WaitingItem[];
  /** There were more open requests than were looked at. */
  isCut: boolean;
};
