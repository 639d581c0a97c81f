import type { PagePerson } from '../planning/page.ts';

/** Why a merge request waits for the reader. */
export type TurnReason =
  | 'review_requested'
  | 'answers_to_you'
  | 'changed_since_review'
  | 'conflicts'
  | 'threads_to_answer'
  | 'changes_requested'
  | 'ready_to_merge';

export type InboxItem = {
  id: number;
  title: string;
  /** `group/project!12` */
  reference: string;
  href: string;
  author: PagePerson | null;
  reason: TurnReason;
  /** Of threads or answers, where the reason counts them. */
  count: number | null;
  draft: boolean;
  /** Null until the changes of the newest version are known. */
  addedLines: number | null;
  removedLines: number | null;
  filesCount: number | null;
  updatedAt: string;
};

/** `/dashboard/inbox`, kind `inbox`. Oldest first: it has waited longest. */
export type InboxPageData = {
  items: InboxItem[];
  /** There were more open requests than were looked at. */
  isCut: boolean;
};
