import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import { describe, expect, test } from 'vitest';
import { type RequestFacts, type ReviewFacts, entryOf, attentionSetOf } from './attention-set.ts';

const [AUTHOR, ASSIGNEE, GRACE, BEN, BOT, OTHER] = [1, 2, 3, 4, 5, 6];
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

const review = (userId: number, state: ReviewerState, more: Partial<ReviewFacts> = {}): ReviewFacts => ({
  userId,
  state,
  stateAt: at(10),
  requestedAt: at(5),
  pushedAt: null,
  ...more,
});

/** One speaker a minute, from minute 20 on. */
const thread = (...speakers: number[]) =>
  speakers.map((userId, place) => ({ userId, isBot: userId === BOT, since: at(20 + place) }));

/** Its beginner has no account any more. */
const ofDeleted = (speakers: ReturnType<typeof thread>) =>
  speakers.map((speaker, place) => (place === 0 ? { ...speaker, userId: null } : speaker));

const QUIET: RequestFacts = {
  ownerIds: [AUTHOR],
  reviews: [],
  threads: [],
  goneIds: new Set(),
  isDraft: false,
  isMergeable: false,
  needsRebase: false,
  conflictsSince: null,
  openSince: at(0),
  settledAt: at(1),
};

type Case = [string, Partial<RequestFacts>, number, string | null, number?];

const REVIEWING: Case[] = [
  ['asked', { reviews: [review(GRACE, 'unreviewed')] }, GRACE, 'review_requested', 5],
  ['has begun', { reviews: [review(GRACE, 'review_started')] }, GRACE, 'review_requested', 5],
  ['a draft is not reviewed yet', { reviews: [review(GRACE, 'unreviewed')], isDraft: true }, GRACE, null],
  [
    'ready since later than asked',
    { reviews: [review(GRACE, 'unreviewed')], openSince: at(30) },
    GRACE,
    'review_requested',
    30,
  ],
  ['the approval is gone', { reviews: [review(GRACE, 'unapproved')] }, GRACE, 'approval_taken_back', 10],
  ['nothing since', { reviews: [review(GRACE, 'reviewed')] }, GRACE, null],
  [
    'answered',
    { reviews: [review(GRACE, 'reviewed')], threads: [thread(GRACE, AUTHOR, OTHER)] },
    GRACE,
    'answers_to_you',
    21,
  ],
  ['pushed since', { reviews: [review(GRACE, 'reviewed', { pushedAt: at(12) })] }, GRACE, 'changed_since_review', 12],
  ['approved stays so', { reviews: [review(GRACE, 'approved', { pushedAt: at(12) })] }, GRACE, null],
];

const OWNING: Case[] = [
  ['conflicts come first', { conflictsSince: at(7), threads: [thread(GRACE)] }, AUTHOR, 'conflicts', 7],
  ['questions', { threads: [thread(GRACE, GRACE, BEN)], isMergeable: true }, AUTHOR, 'threads_to_answer', 20],
  ['an answer to a question asked again', { threads: [thread(GRACE, AUTHOR, GRACE)] }, AUTHOR, 'threads_to_answer', 22],
  ['answered', { threads: [thread(GRACE, AUTHOR)] }, AUTHOR, null],
  ['answered by the other owner', { threads: [thread(GRACE, ASSIGNEE)], ownerIds: [AUTHOR, ASSIGNEE] }, AUTHOR, null],
  [
    'asked by the other owner',
    { threads: [thread(ASSIGNEE)], ownerIds: [AUTHOR, ASSIGNEE] },
    AUTHOR,
    'threads_to_answer',
    20,
  ],
  ['own question answered', { threads: [thread(AUTHOR, GRACE)] }, AUTHOR, 'answers_to_you', 21],
  ['changes wanted', { reviews: [review(GRACE, 'requested_changes')] }, AUTHOR, 'changes_requested', 10],
  [
    'changes wanted by two, made for one',
    { reviews: [review(GRACE, 'requested_changes', { pushedAt: at(12) }), review(BEN, 'requested_changes')] },
    AUTHOR,
    'changes_requested',
    10,
  ],
  ['ready', { isMergeable: true, reviews: [review(GRACE, 'approved')] }, AUTHOR, 'ready_to_merge', 10],
  ['ready once its last thread was resolved', { isMergeable: true, settledAt: at(40) }, AUTHOR, 'ready_to_merge', 40],
  ['a review is still to come', { isMergeable: true, reviews: [review(GRACE, 'unapproved')] }, AUTHOR, null],
  ['a draft', { isMergeable: true, isDraft: true }, AUTHOR, null],
  ['behind its target', { needsRebase: true }, AUTHOR, 'needs_rebase', 1],
  ['assigned and ready', { isMergeable: true, ownerIds: [AUTHOR, ASSIGNEE] }, ASSIGNEE, 'ready_to_merge', 1],
];

const GONE = { ownerIds: [AUTHOR, ASSIGNEE], goneIds: new Set([OTHER]) };
const LEFT: Case[] = [
  ['answered, and nobody else will settle it', { threads: [thread(OTHER, AUTHOR)] }, AUTHOR, 'threads_left_open', 21],
  ['answered by the other owner', { threads: [thread(OTHER, ASSIGNEE)] }, AUTHOR, 'threads_left_open', 21],
  ['not answered yet', { threads: [thread(OTHER)] }, AUTHOR, 'threads_to_answer', 20],
  ['somebody else went on', { threads: [thread(OTHER, AUTHOR, GRACE)] }, AUTHOR, 'threads_to_answer', 22],
  [
    'a merge does not wait for it',
    { threads: [thread(OTHER, AUTHOR)], isMergeable: true },
    AUTHOR,
    'ready_to_merge',
    1,
  ],
  ['no owner', { threads: [thread(OTHER, GRACE, AUTHOR)] }, GRACE, null],
  ['their account was deleted', { threads: [ofDeleted(thread(OTHER, AUTHOR))] }, AUTHOR, 'threads_left_open', 21],
];

const BOTS: Case[] = [
  ['they alone spoke', { threads: [thread(BOT)] }, AUTHOR, 'bot_threads', 20],
  ['ready all the same', { threads: [thread(BOT)], isMergeable: true }, AUTHOR, 'ready_to_merge', 1],
  ['somebody took it up', { threads: [thread(BOT, GRACE)] }, AUTHOR, 'threads_to_answer', 21],
  ['they go on after the answer', { threads: [thread(BOT, AUTHOR, BOT)] }, AUTHOR, null],
  ['they answer somebody', { threads: [thread(GRACE, BOT)], reviews: [review(GRACE, 'reviewed')] }, GRACE, null],
];

const ASKING: Case[] = [
  ['answered by the author', { threads: [thread(OTHER, AUTHOR)] }, OTHER, 'answers_to_you', 21],
  [
    'answered by who is assigned, after others',
    { threads: [thread(OTHER, GRACE, ASSIGNEE)], ownerIds: [AUTHOR, ASSIGNEE] },
    OTHER,
    'answers_to_you',
    22,
  ],
  ['not answered', { threads: [thread(OTHER)] }, OTHER, null],
  ['answered by others only', { threads: [thread(OTHER, GRACE, BOT)] }, OTHER, null],
  ['asked again', { threads: [thread(OTHER, AUTHOR, OTHER)] }, OTHER, null],
  ['somebody else asked', { threads: [thread(GRACE, OTHER, AUTHOR)] }, OTHER, null],
  ['took up what a bot said', { threads: [thread(BOT, OTHER, AUTHOR)] }, OTHER, 'answers_to_you', 22],
  ['a draft', { threads: [thread(OTHER, AUTHOR)], isDraft: true }, OTHER, null],
];

describe.each([
  ['who asked unasked', ASKING],
  ['a reviewer', REVIEWING],
  ['an owner', OWNING],
  ['with bots', BOTS],
  ['of who is gone', LEFT.map(([name, facts, ...rest]): Case => [name, { ...GONE, ...facts }, ...rest])],
])('%s', (_whose, cases) => {
  test.each(cases)('%s', (_name, facts, userId, reason, minute) => {
    const turn = entryOf({ ...QUIET, ...facts }, userId);
    expect([turn?.reason ?? null, turn?.since]).toEqual([reason, minute === undefined ? undefined : at(minute)]);
  });
});

test('it waits for nobody who is neither', () => {
  const facts = { ...QUIET, isMergeable: true, conflictsSince: at(3), threads: [thread(OTHER, GRACE)] };
  expect(entryOf(facts, OTHER)).toBeNull();
});

test('numbers are told', () => {
  const turn = entryOf({ ...QUIET, threads: [thread(GRACE), thread(BEN), thread(BOT)] }, AUTHOR);
  expect(turn).toMatchObject({ reason: 'threads_to_answer', count: 2 });
});

test('others learn that it waits for who asked something', () => {
  const facts = { ...QUIET, threads: [thread(OTHER, AUTHOR), thread(BOT), thread(GRACE)] };
  expect(attentionSetOf(facts).map(({ userId, reason }) => [userId, reason])).toEqual([
    [AUTHOR, 'threads_to_answer'],
    [OTHER, 'answers_to_you'],
  ]);
});

test('who cannot read it any more has no turn, and what they would do is waited for by nobody', () => {
  const goneIds = new Set([GRACE, OTHER]);
  const turns = (facts: Partial<RequestFacts>) =>
    attentionSetOf({ ...QUIET, goneIds, ...facts }).map(({ userId, reason }) => [userId, reason]);
  const asked = { reviews: [review(GRACE, 'unreviewed')] };
  expect(turns(asked)).toEqual([]);
  expect(turns({ threads: [thread(OTHER, AUTHOR)] })).toEqual([[AUTHOR, 'threads_left_open']]);
  expect(turns({ ...asked, isMergeable: true })).toEqual([[AUTHOR, 'ready_to_merge']]);
  // What they asked for stands, and they will not look again.
  expect(turns({ reviews: [review(GRACE, 'requested_changes', { pushedAt: at(12) })] })).toEqual([
    [AUTHOR, 'changes_requested'],
  ]);
});

test('once something is pushed it waits for those who asked for changes, the longest waiting first', () => {
  const pushed = { reviews: [review(GRACE, 'requested_changes', { pushedAt: at(12) }), review(BEN, 'unreviewed')] };
  expect(attentionSetOf({ ...QUIET, ...pushed }).map(({ userId, reason }) => [userId, reason])).toEqual([
    [BEN, 'review_requested'],
    [GRACE, 'changed_since_review'],
  ]);
});
