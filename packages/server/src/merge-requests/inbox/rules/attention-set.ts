import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { AttentionReason } from '@tributary/contract/merge-requests/inbox.ts';
import type { OpenThread } from '../../../discussions/index.ts';
import { startersOf, threadsAt, type Waiting } from './waiting-threads.ts';

export type ReviewFacts = {
  userId: number;
  state: ReviewerState;
  /** When they came to that. */
  stateAt: Date;
  requestedAt: Date;
  /** The first push after they came to it; null when there was none. */
  pushedAt: Date | null;
};

/** What decides for whom an open request waits, and since when. */
export type RequestFacts = {
  /** Author and assignees: they bring it forward. */
  ownerIds: readonly number[];
  reviews: readonly ReviewFacts[];
  threads: readonly OpenThread[];
  /** Of all these those who may not read it any more: nothing waits for them, and nobody for what they would do. */
  goneIds: ReadonlySet<number>;
  isDraft: boolean;
  isMergeable: boolean;
  needsRebase: boolean;
  conflictsSince: Date | null;
  /** When it was made, or last marked as ready or opened again: nothing waits for longer. */
  openSince: Date;
  /** Newest of what a merge waits for besides reviews: the last version, the last thread that was resolved. */
  settledAt: Date;
};

export type AttentionEntry = { reason: AttentionReason; count?: number; since: Date };

type Rule = (facts: RequestFacts, userId: number) => Omit<AttentionEntry, 'reason'> | null;

const PENDING: ReadonlySet<ReviewerState> = new Set(['unreviewed', 'review_started', 'unapproved']);
/** An approval stands until it is taken back; these were of what was there then. */
const OF_THEN: ReadonlySet<ReviewerState> = new Set(['reviewed', 'requested_changes']);

const REVIEWING: readonly [AttentionReason, Rule][] = [
  ['review_requested', own((review) => (isAsked(review.state) ? review.requestedAt : null))],
  ['approval_taken_back', own((review) => (review.state === 'unapproved' ? review.stateAt : null))],
  ['answers_to_you', answers],
  ['changed_since_review', own((review) => (OF_THEN.has(review.state) ? review.pushedAt : null))],
];

const OWNING: readonly [AttentionReason, Rule][] = [
  ['conflicts', ({ conflictsSince }) => conflictsSince && { since: conflictsSince }],
  ['threads_to_answer', (facts, userId) => threadsAt(facts, userId).toAnswer],
  ['changes_requested', changesWanted],
  ['answers_to_you', answers],
  ['needs_rebase', ready('needsRebase')],
  ['ready_to_merge', ready('isMergeable')],
  ['threads_left_open', (facts, userId) => threadsAt(facts, userId).leftOpen],
  ['bot_threads', (facts, userId) => threadsAt(facts, userId).ofBots],
];

/** Nobody asked them, but they asked something: what its owners answer is for them to settle. */
const ASKING: readonly [AttentionReason, Rule][] = [
  ['answers_to_you', (facts, userId) => threadsAt(facts, userId).answersOfOwners],
];

/** Whose turn it is, for one user: the first reason to act now, or null when others have to. */
export function entryOf(facts: RequestFacts, userId: number): AttentionEntry | null {
  if (facts.goneIds.has(userId)) return null;
  const isReviewer = facts.reviews.some((review) => review.userId === userId);
  const isOwner = facts.ownerIds.includes(userId);
  const rules = [
    ...(isReviewer && !facts.isDraft ? REVIEWING : []),
    ...(isOwner ? OWNING : []),
    ...(!isReviewer && !isOwner && !facts.isDraft ? ASKING : []),
  ];
  for (const [reason, rule] of rules) {
    const turn = rule(facts, userId);
    if (turn) return { reason, ...turn, since: latest([turn.since, facts.openSince]) };
  }
  return null;
}

/** Everyone it may wait for. */
export function usersOf({
  reviews,
  ownerIds,
  threads,
}: Pick<RequestFacts, 'reviews' | 'ownerIds' | 'threads'>): number[] {
  return [...new Set([...reviews.map((review) => review.userId), ...ownerIds, ...startersOf(threads)])];
}

/** The same for everyone it may wait for, the longest waiting first. */
export function attentionSetOf(facts: RequestFacts): (AttentionEntry & { userId: number })[] {
  const turns = usersOf(facts).flatMap((userId) => {
    const turn = entryOf(facts, userId);
    return turn ? [{ ...turn, userId }] : [];
  });
  return turns.toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

function own(since: (review: ReviewFacts) => Date | null): Rule {
  return ({ reviews }, userId) => {
    const review = reviews.find((each) => each.userId === userId);
    const at = review ? since(review) : null;
    return at && { since: at };
  };
}

function isAsked(state: ReviewerState): boolean {
  return state === 'unreviewed' || state === 'review_started';
}

function answers(facts: RequestFacts, userId: number): Waiting | null {
  return threadsAt(facts, userId).answers;
}

/** Until something is pushed: then it is for those who asked to look again, if they still can. */
function changesWanted({ reviews, goneIds }: RequestFacts, userId: number): Omit<AttentionEntry, 'reason'> | null {
  const wanted = reviews.filter(
    ({ userId: reviewerId, state, pushedAt }) =>
      reviewerId !== userId && state === 'requested_changes' && (pushedAt === null || goneIds.has(reviewerId)),
  );
  const [first, ...others] = wanted.map((review) => review.stateAt);
  return first ? { since: others.reduce((a, b) => (b < a ? b : a), first) } : null;
}

/** Nothing is left to do but this, and nobody is asked to look any more. */
function ready(condition: 'isMergeable' | 'needsRebase'): Rule {
  return (facts, userId) => {
    const others = facts.reviews.filter((review) => review.userId !== userId);
    const isPending = (review: ReviewFacts) => PENDING.has(review.state) && !facts.goneIds.has(review.userId);
    if (!facts[condition] || facts.isDraft || others.some(isPending)) return null;
    return { since: latest([facts.settledAt, ...others.map((review) => review.stateAt)]) };
  };
}

function latest(dates: readonly Date[]): Date {
  return new Date(Math.max(...dates.map((date) => date.getTime())));
}
