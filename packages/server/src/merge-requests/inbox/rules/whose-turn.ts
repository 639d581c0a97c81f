import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { TurnReason } from '@tributary/contract/merge-requests/inbox.ts';

/** What decides whether an open request waits for one person. */
export type TurnFacts = {
  isAuthor: boolean;
  isAssignee: boolean;
  /** Their own state as a reviewer; null when they are none. */
  review: ReviewerState | null;
  isDraft: boolean;
  hasConflicts: boolean;
  isMergeable: boolean;
  someoneWantsChanges: boolean;
  reviewersLeft: number;
  /** Threads of others in which the person had not the last word. */
  threadsToAnswer: number;
  /** Own threads that got an answer. */
  answersToOwn: number;
  /** A version came after what they last said. */
  hasNewCommits: boolean;
};

export type Turn = { reason: TurnReason; count?: number };

const MINE: readonly [TurnReason, (facts: TurnFacts) => boolean | number][] = [
  ['conflicts', (facts) => facts.hasConflicts],
  ['threads_to_answer', (facts) => facts.threadsToAnswer],
  ['changes_requested', (facts) => facts.someoneWantsChanges && !facts.hasNewCommits],
  ['ready_to_merge', (facts) => facts.isMergeable && !facts.isDraft && facts.reviewersLeft === 0],
];

const REVIEWING: readonly [TurnReason, (facts: TurnFacts) => boolean | number][] = [
  ['review_requested', (facts) => facts.review === 'unreviewed' || facts.review === 'review_started'],
  ['answers_to_you', (facts) => facts.answersToOwn],
  [
    'changed_since_review',
    (facts) => facts.hasNewCommits && (facts.review === 'requested_changes' || facts.review === 'reviewed'),
  ],
];

/** Whose turn it is, for one person: the first reason to act now, or null when others have to. */
export function turnOf(facts: TurnFacts): Turn | null {
  const rules = [
    ...(facts.review !== null && !facts.isDraft ? REVIEWING : []),
    ...(facts.isAuthor || facts.isAssignee ? MINE : []),
  ];
  for (const [reason, holds] of rules) {
    const answer = holds(facts);
    if (answer !== false && answer !== 0) return { reason, ...(typeof answer === 'number' && { count: answer }) };
  }
  return null;
}
