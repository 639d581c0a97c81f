import { expect, test } from 'vitest';
import { discussion, note } from '../../../testing/page-notes.ts';
import { sortAndFilter, toTimeline } from './sort-and-filter.ts';

test('a timeline takes threads apart and puts every note at its time', () => {
  const all = [
    discussion('a', [note(1), note(3)], { diff_discussion: true }),
    discussion('b', [note(2, { discussion_id: 'b' })]),
  ];
  const entries = toTimeline(all);
  const order = (direction: 'asc' | 'desc') =>
    sortAndFilter(entries, 0, direction).map((each) => each.notes.map(({ id }) => id).join());
  expect(order('asc')).toEqual(['1', '2', '3']);
  expect(order('desc')).toEqual(['3', '2', '1']);
  expect(new Set(entries.map((each) => each.id)).size).toBe(3);
  expect(entries.every((each) => each.individual_note)).toBe(true);
  // The lines stand above what began the thread on them.
  expect(entries.filter((each) => each.diff_discussion).map(({ notes }) => notes[0]?.id)).toEqual(['1']);
});

test('in a timeline what is pending for a thread has its place below the last of its notes', () => {
  const entries = toTimeline([discussion('a', [note(1), note(3)], { reply_id: 'a' }), discussion('b', [note(2)])]);
  expect(entries.map((each) => [each.notes[0]?.id, each.reply_id])).toEqual([
    ['1', ''],
    ['3', 'a'],
    ['2', 'b'],
  ]);
});

test('in a timeline nothing is folded away with the thread it was taken from', () => {
  const settled = discussion('a', [note(1), note(2)], { resolved: true, expanded: false });
  expect(toTimeline([settled]).map(({ expanded, resolved }) => [expanded, resolved])).toEqual([
    [true, false],
    [true, false],
  ]);
});
