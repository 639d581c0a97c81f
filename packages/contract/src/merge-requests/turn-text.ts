import type { TurnReason } from './inbox.ts';

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const TEXTS: Record<TurnReason, (count: number) => string> = {
  review_requested: () => 'Review requested',
  answers_to_you: (count) => many(count, 'answer to you', 'answers to you'),
  changed_since_review: () => 'Changed since your review',
  conflicts: () => 'Has conflicts',
  threads_to_answer: (count) => many(count, 'thread to answer', 'threads to answer'),
  changes_requested: () => 'Changes requested',
  ready_to_merge: () => 'Ready to merge',
};

/** Why it waits, in a few words. */
export function turnText({ reason, count }: { reason: TurnReason; count?: number | null | undefined }): string {
  return TEXTS[reason](count ?? 0);
}
