import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { SentForm } from '../writing/unfinished-texts.ts';
import { createContext, type ReactNode, use } from 'react';

export type NewDraft = {
  text: string;
  form: SentForm;
  position?: DiffPosition;
  /** The one commit that is looked at. */
  commitId?: string;
  /** Id of the thread it answers, and whether that is to be resolved or reopened with it. */
  replyTo?: string;
  resolve?: boolean;
};

/** Where comments can be kept until they are published together. */
export type Review = {
  /** Pending comments. */
  count: number;
  add: (draft: NewDraft) => Promise<void>;
  /** Pending answers, shown below the notes of a thread. */
  renderReplies: (discussionId: string) => ReactNode;
};

/** Null on things that are not reviewed. */
export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review | null {
  return use(ReviewContext);
}
