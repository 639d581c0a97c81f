import type { AttentionReason } from './inbox.ts';

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

type Texts = { mine: (count: number) => string; theirs: (count: number) => string };

const TEXTS: Record<AttentionReason, Texts> = {
  review_requested: { mine: () => 'Review requested', theirs: () => 'to review' },
  approval_taken_back: { mine: () => 'Approval taken back', theirs: () => 'to approve again' },
  answers_to_you: {
    mine: (count) => many(count, 'answer to you', 'answers to you'),
    theirs: (count) => `to read ${many(count, 'answer', 'answers')}`,
  },
  changed_since_review: { mine: () => 'Changed since your review', theirs: () => 'to look again' },
  conflicts: { mine: () => 'Has conflicts', theirs: () => 'to resolve conflicts' },
  threads_to_answer: {
    mine: (count) => many(count, 'thread to answer', 'threads to answer'),
    theirs: (count) => `to answer ${many(count, 'thread', 'threads')}`,
  },
  changes_requested: { mine: () => 'Changes requested', theirs: () => 'to make changes' },
  needs_rebase: { mine: () => 'Needs a rebase', theirs: () => 'to rebase' },
  ready_to_merge: { mine: () => 'Ready to merge', theirs: () => 'to merge' },
  threads_left_open: {
    mine: (count) => many(count, 'open thread of somebody without access', 'open threads of people without access'),
    theirs: (count) =>
      `to resolve ${many(count, 'thread of somebody without access', 'threads of people without access')}`,
  },
  bot_threads: {
    mine: (count) => many(count, 'thread of bots', 'threads of bots'),
    theirs: (count) => `to look at ${many(count, 'thread of bots', 'threads of bots')}`,
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
