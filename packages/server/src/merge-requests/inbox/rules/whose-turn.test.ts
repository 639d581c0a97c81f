import { expect, test } from 'vitest';
import { type TurnFacts, turnOf } from './whose-turn.ts';

const NOTHING: TurnFacts = {
  isAuthor: false,
  isAssignee: false,
  review: null,
  isDraft: false,
  hasConflicts: false,
  isMergeable: false,
  someoneWantsChanges: false,
  reviewersLeft: 1,
  threadsToAnswer: 0,
  answersToOwn: 0,
  hasNewCommits: false,
};

const TABLE: [string, Partial<TurnFacts>, string | null][] = [
  ['somebody else’s', { isMergeable: true, hasConflicts: true, threadsToAnswer: 3 }, null],
  ['asked to review', { review: 'unreviewed' }, 'review_requested'],
  ['a review begun', { review: 'review_started' }, 'review_requested'],
  ['a draft is not reviewed yet', { review: 'unreviewed', isDraft: true }, null],
  ['reviewed, nothing since', { review: 'reviewed' }, null],
  ['reviewed, the author answered', { review: 'reviewed', answersToOwn: 2 }, 'answers_to_you'],
  ['changes asked for, and pushed', { review: 'requested_changes', hasNewCommits: true }, 'changed_since_review'],
  ['approved, and pushed', { review: 'approved', hasNewCommits: true }, null],
  ['own with conflicts', { isAuthor: true, hasConflicts: true, threadsToAnswer: 1 }, 'conflicts'],
  ['own with questions', { isAuthor: true, threadsToAnswer: 2, isMergeable: true }, 'threads_to_answer'],
  ['own, changes wanted', { isAuthor: true, someoneWantsChanges: true }, 'changes_requested'],
  ['own, changes wanted and made', { isAuthor: true, someoneWantsChanges: true, hasNewCommits: true }, null],
  ['own and ready', { isAuthor: true, isMergeable: true, reviewersLeft: 0 }, 'ready_to_merge'],
  ['own, a review still to come', { isAuthor: true, isMergeable: true, reviewersLeft: 1 }, null],
  ['own draft', { isAuthor: true, isMergeable: true, isDraft: true, reviewersLeft: 0 }, null],
  ['assigned and ready', { isAssignee: true, isMergeable: true, reviewersLeft: 0 }, 'ready_to_merge'],
  ['author and reviewer', { isAuthor: true, review: 'unreviewed', hasConflicts: true }, 'review_requested'],
];
test.each(TABLE)('%s', (_name, facts, reason) => {
  expect(turnOf({ ...NOTHING, ...facts })?.reason ?? null).toBe(reason);
});

test('numbers are told', () => {
  expect(turnOf({ ...NOTHING, isAuthor: true, threadsToAnswer: 3 })).toEqual({ reason: 'threads_to_answer', count: 3 });
});
