import type { CreateDraftBody } from '@tributary/contract/merge-requests/reviews.ts';
import type { SentForm } from '../../app/autosave/autosave-store.ts';
import { createContext, type ReactNode, use } from 'react';

/** Where comments can be kept until they are published together. */
export type Review = {
  /** Pending comments. */
  count: number;
  add: (draft: CreateDraftBody, form: SentForm) => Promise<void>;
  /** Pending answers, shown below the notes of a thread. */
  renderReplies: (discussionId: string) => ReactNode;
};

/** Null on things that are not reviewed. */
export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review | null {
  return use(ReviewContext);
}
