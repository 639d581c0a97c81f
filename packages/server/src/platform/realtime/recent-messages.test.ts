import { expect, it } from 'vitest';
import { RecentMessages } from './recent-messages.ts';

const message = (topic: string, id: number) => ({ topic, event: 'note.deleted', data: { id } });
const idsOf = (told: readonly { data: Record<string, unknown> }[] | null) =>
  told?.map(({ data }) => data['id']) ?? null;

it('tells what came on the asked topics since then', () => {
  const recent = new RecentMessages();
  recent.begin(1_000, true);
  recent.add(message('a', 1), 2_000);
  recent.add(message('b', 2), 3_000);
  recent.add(message('a', 3), 4_000);
  expect(idsOf(recent.since(new Set(['a']), 2_000, 5_000))).toEqual([1, 3]);
  expect(idsOf(recent.since(new Set(['a', 'b']), 2_500, 5_000))).toEqual([2, 3]);
  expect(idsOf(recent.since(new Set(['c']), 2_500, 5_000))).toEqual([]);
});

it('says that it does not know what came before it listened, or while it did not', () => {
  const recent = new RecentMessages();
  expect(recent.since(new Set(['a']), 0, 10)).toBeNull();
  recent.begin(1_000, true);
  recent.add(message('a', 1), 2_000);
  expect(recent.since(new Set(['a']), 999, 5_000)).toBeNull();
  recent.begin(3_000, false);
  expect(recent.since(new Set(['a']), 3_500, 5_000)).toBeNull();
  recent.begin(4_000, true);
  expect(idsOf(recent.since(new Set(['a']), 4_001, 5_000))).toEqual([]);
  expect(recent.since(new Set(['a']), 4_000, 5_000)).toBeNull();
});

it('goes back a minute, and keeps no more than a few thousand', () => {
  const recent = new RecentMessages();
  recent.begin(0, true);
  for (let id = 1; id <= 10_000; id++) recent.add(message('a', id), id);
  expect(recent.since(new Set(['a']), 1, 10_001)).toBeNull();
  expect(idsOf(recent.since(new Set(['a']), 9_999, 10_001))).toEqual([9_999, 10_000]);
  const all = Array.from({ length: 100 }, (_, at) => 5_000 + at * 50).filter(
    (then) => recent.since(new Set(['a']), then, 10_001) !== null,
  );
  expect(all.length).toBeGreaterThan(40);
  // Whatever is answered is whole.
  for (const then of all) expect(recent.since(new Set(['a']), then, 10_001)).toHaveLength(10_001 - then);
  expect(all[0]).toBeGreaterThanOrEqual(6_000);
  expect(recent.since(new Set(['a']), 9_999, 70_000)).toBeNull();
});
