import type { AttentionReason } from './inbox.ts';

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

type Texts = { mine: (count: number) => string; theirs: (count: number) => string };

const TEXTS: Record<AttentionReason, Texts> = {
  review_requested: { mine: () => 'Review requested', theirs: () => 'to review' },
  approval_taken_back: { mine: () => 'Approval removed', theirs: () => 'to approve again' },
  answers_to_you: {
    mine: (count) => many(count, 'reply to you', 'replies to you'),
    theirs: (count) => `to read ${many(count, 'reply', 'replies')}`,
  },
  changed_since_review: { mine: () => 'Changed since your review', theirs: () => 'to review again' },
  conflicts: { mine: () => 'Has conflicts', theirs: () => 'to resolve conflicts' },
  threads_to_answer: {
    mine: (count) => many(count, 'thread to reply to', 'threads to reply to'),
    theirs: (count) => `to reply to ${many(count, 'thread', 'threads')}`,
  },
  changes_requested: { mine: () => 'Changes requested', theirs: () => 'to make changes' },
  needs_rebase: { mine: () => 'Needs a rebase', theirs: () => 'to rebase' },
  ready_to_merge: { mine: () => 'Ready to merge', theirs: () => 'to merge' },
  threads_left_open: {
    mine: (count) => many(count, 'open thread from a user without access', 'open threads from users without access'),
    theirs: (count) =>
      `to resolve ${many(count, 'thread from a user without access', 'threads from users without access')}`,
  },
  bot_threads: {
    mine: (count) => many(count, 'bot thread', 'bot threads'),
    theirs: (count) => `to review ${many(count, 'bot thread', 'bot threads')}`,
  },
};

type Told = { reason: AttentionReason; count?: number | null | undefined };

/** Why it waits for the reader, in a few words. */
export function attentionText({ reason, count }: Told): string {
  return TEXTS[reason].mine(count ?? 0);
}

/** What someone else has to do, after their name: `to answer 2 threads`. */
export function othersAttentionText({ reason, count }: Told): string {
  return TEXTS[reason].theirs(count ?? 0);
}
