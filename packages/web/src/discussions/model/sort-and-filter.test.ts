import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { sortAndFilter, toTimeline } from './sort-and-filter.ts';

const note = (id: string, day: number): PageNote =>
  ({ id, system: false, created_at: `2027-01-0${day}T00:00:00Z` }) as unknown as PageNote;
const thread = (id: string, ...notes: PageNote[]): PageDiscussion =>
  ({ id, notes, individual_note: false, diff_discussion: true }) as unknown as PageDiscussion;

test('a timeline takes threads apart and puts every note at its time', () => {
  const all = [thread('a', note('1', 1), note('3', 3)), thread('b', note('2', 2))];
  const entries = toTimeline(all);
  const order = (direction: 'asc' | 'desc') =>
    sortAndFilter(entries, 0, direction).map((each) => each.notes.map(({ id }) => id).join());
  expect(order('asc')).toEqual(['1', '2', '3']);
  expect(order('desc')).toEqual(['3', '2', '1']);
  expect(new Set(entries.map((each) => each.id)).size).toBe(3);
  expect(entries.every((each) => each.individual_note && !each.diff_discussion)).toBe(true);
});
