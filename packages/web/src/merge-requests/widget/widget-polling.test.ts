import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollUntil } from './poll-until.ts';
import { countUnchanged, isAbout, isAboutTrain, nextWidgetPollMs } from './widget-polling.ts';

const open = {
  state: 'opened',
  widget_state: 'readyToMerge',
  merge_ongoing: false,
  source_branch_being_removed: false,
  merge_trains_count: 0,
} as const;
const beside = { ...open, merge_trains_count: 2 } as const;

test.each([
  ['by the header', open, 10_000, 0, 10_000],
  ['as usual without one', open, 0, 0, 5_000],
  ['less often without news', open, 10_000, 2, 14_400],
  ['at least every 250 seconds', open, 10_000, 99, 250_000],
  ['at least every 245 seconds without a header', open, 0, 99, 245_000],
  ['every two seconds while it is checked', { ...open, widget_state: 'checking' }, 10_000, 9, 2_000],
  ['every two seconds while it is merged', { ...open, merge_ongoing: true }, 10_000, 9, 2_000],
  [
    'every two seconds until the branch is gone',
    { ...open, state: 'merged', source_branch_being_removed: true },
    0,
    0,
    2_000,
  ],
  ['every five minutes when it is over', { ...open, state: 'merged' }, 10_000, 3, 300_000],
  ['by the header beside a train', beside, 10_000, 0, 10_000],
  ['every five minutes beside a train where the header names a longer time', beside, 600_000, 0, 300_000],
  ['half as often each time that the train stands', beside, 10_000_000, 2, 1_200_000],
  ['at least every 245 minutes beside a train', beside, 100_000_000, 99, 14_700_000],
  ['never when the server says so', open, -1, 0, false],
] as const)('the widget is asked for %s', (_name, data, said, unchanged, expected) => {
  expect(nextWidgetPollMs(data, said, unchanged)).toBe(expected);
});

test('a page that nobody looks at asks every six hours, and only beside a train', () => {
  expect(nextWidgetPollMs(beside, 10_000, 0, true)).toBe(21_600_000);
  expect(nextWidgetPollMs(open, 10_000, 0, true)).toBe(10_000);
});

test('news begin the pauses again', () => {
  const count = countUnchanged();
  const [one, two] = [{}, {}];
  expect([count(one, 1), count(one, 2), count(one, 3), count(two, 4), count(two, 5)]).toEqual([0, 1, 2, 0, 1]);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what an act leads to is asked for every two seconds, for a minute at most', async () => {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json({ rebase_in_progress: true }));
  });
  const polled = pollUntil('/basic.json', (data) => !data.rebase_in_progress);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await polled).toEqual({ rebase_in_progress: true });
  expect(asked).toBe(31);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(31);
});

test.each<[string, unknown, string[]]>([
  ['merge_status.changed', { parts: ['merge'] }, ['merge']],
  ['merge_status.changed', { id: 1, parts: ['status_checks'] }, ['status_checks']],
  ['merge_status.changed', { parts: ['merge', 'approvals'] }, ['merge', 'approvals']],
  ['changed', { id: 1 }, ['merge', 'approvals', 'status_checks']],
  ['changed', { id: 1, changed: ['labels', 'milestone_id'] }, []],
  ['changed', { id: 1, changed: ['labels', 'title'] }, ['merge']],
  ['changed', { id: 1, changed: ['target_branch'] }, ['merge', 'approvals']],
  ['version.created', null, ['merge', 'approvals', 'status_checks']],
  ['discussion.moved', { id: 1 }, []],
  ['note.created', { id: 1 }, ['approvals']],
  ['note.updated', { id: 1 }, []],
])('%s of %j is about %j alone', (event, data, expected) => {
  const parts = ['merge', 'approvals', 'status_checks'] as const;
  expect(parts.filter((part) => isAbout(part, { event, data }))).toEqual(expected);
});

test('a train of the same target branch that moves on is news', () => {
  const moved = { event: 'merge_train.changed', data: { targetBranch: 'main' } };
  expect([isAboutTrain(moved, 'main'), isAboutTrain(moved, 'stable')]).toEqual([true, false]);
  expect(isAboutTrain({ ...moved, event: 'changed' }, 'main')).toBe(false);
});
