import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { describe, expect, it } from 'vitest';
import { discussion, note } from '../../../testing/page-notes.ts';
import { type EntryGroups, groupEntries, NO_GROUPS } from './entry-groups.ts';

const entry = (at: number, notes = 1): PageDiscussion =>
  discussion(
    `d${at}`,
    Array.from({ length: notes }, (_, number) => note(at * 100 + number)),
  );

const all = Array.from({ length: 200 }, (_, at) => entry(at));

const idsOf = ({ groups }: EntryGroups) => groups.map(({ entries }) => entries.map(({ id }) => id));
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `d${from + at}`);
const keyOf = ({ groups }: EntryGroups, id: string) =>
  groups.find(({ entries }) => entries.some((each) => each.id === id))?.key;

/** That every entry is there once, in order, and that those that were there are in the group where they were. */
function expectKept(before: EntryGroups, after: EntryGroups, shown: readonly PageDiscussion[]): void {
  expect(idsOf(after).flat()).toEqual(shown.map(({ id }) => id));
  expect(new Set(after.groups.map(({ key }) => key)).size).toBe(after.groups.length);
  for (const id of idsOf(before).flat()) {
    if (shown.some((each) => each.id === id)) expect(keyOf(after, id)).toBe(keyOf(before, id));
  }
}

describe('groups of entries', () => {
  it('have ten notes each, and long threads are alone', () => {
    expect(idsOf(groupEntries(NO_GROUPS, all.slice(0, 25)))).toEqual([
      numbers(0, 10),
      numbers(10, 20),
      numbers(20, 25),
    ]);
    const long = [entry(1, 5), entry(2, 50), entry(3), entry(4, 4), entry(5, 6)];
    expect(idsOf(groupEntries(NO_GROUPS, long))).toEqual([['d1'], ['d2'], ['d3', 'd4'], ['d5']]);
  });

  it('stay as they are when earlier and later entries come', () => {
    let groups = groupEntries(NO_GROUPS, all.slice(90, 110));
    for (const [from, to] of [
      [90, 145],
      [85, 145],
      [45, 148],
      [45, 149],
      [0, 200],
    ] as const) {
      const shown = all.slice(from, to);
      const next = groupEntries(groups, shown);
      expectKept(groups, next, shown);
      groups = next;
    }
    expect(groups.groups.length).toBeLessThan(26);
  });

  it('keep their entries when some between them come and go, in either direction', () => {
    const some = all.filter((_, at) => at % 3 !== 0);
    const first = groupEntries(NO_GROUPS, some);
    const whole = groupEntries(first, all);
    expectKept(first, whole, all);
    const turned = groupEntries(whole, all.toReversed());
    expectKept(whole, turned, all.toReversed());
    expectKept(turned, groupEntries(turned, some), some);
    // The newest first: each that comes stands above those that came before.
    let groups = groupEntries(NO_GROUPS, []);
    for (let count = 1; count <= 30; count++) groups = groupEntries(groups, all.slice(0, count).toReversed());
    expect(idsOf(groups)).toEqual([numbers(20, 30), numbers(10, 20), numbers(0, 10)].map((each) => each.toReversed()));
  });

  it('hold each entry once also when the order changes altogether', () => {
    const first = groupEntries(NO_GROUPS, all);
    const mixed = all.toSorted((a, b) => (Number(a.id.slice(1)) % 7) - (Number(b.id.slice(1)) % 7));
    const second = groupEntries(first, mixed);
    expect(idsOf(second).flat()).toEqual(mixed.map(({ id }) => id));
    expect(new Set(second.groups.map(({ key }) => key)).size).toBe(second.groups.length);
  });

  it('are the same objects while nothing in them changes', () => {
    const first = groupEntries(NO_GROUPS, all);
    const changed = all.with(30, { ...entry(30), expanded: false });
    const second = groupEntries(first, changed);
    expect(second.groups.filter((group, at) => group !== first.groups[at]).map(({ key }) => key)).toEqual([3]);
  });

  it('come at once as far as one frame has time for them', () => {
    const first = groupEntries(NO_GROUPS, all.slice(0, 50));
    expect(first.groups.map(({ comesAtOnce }) => comesAtOnce)).toEqual([true, true, false, false, false]);
    const news = groupEntries(first, all.slice(0, 51));
    expect(news.groups.at(-1)?.comesAtOnce).toBe(true);
    const batch = groupEntries(first, all.slice(0, 100));
    expect(batch.groups.slice(5).map(({ comesAtOnce }) => comesAtOnce)).not.toContain(true);
    expect(groupEntries(NO_GROUPS, [entry(1, 300)]).groups[0]?.comesAtOnce).toBe(true);
  });
});
