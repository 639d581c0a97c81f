import { expect, test } from 'vitest';
import { type DescriptionNote, mergeDescriptions } from './merge-descriptions.ts';

const START = Date.parse('2026-01-01T10:00:00Z');

/** `seconds` after the start; with a version it tells of a change of the description. */
function entry(id: string, seconds: number, more: { version?: number; author?: number; deleted?: boolean } = {}) {
  const note: DescriptionNote = {
    created_at: new Date(START + seconds * 1_000).toISOString(),
    author: { id: more.author ?? 1 },
    ...(more.version !== undefined && { description_version_id: more.version }),
    ...(more.deleted && { description_version_deleted: true }),
  };
  return { id, notes: [note] };
}

const shown = (all: ReturnType<typeof entry>[]) =>
  mergeDescriptions(all).map(({ id, notes }) => [
    id,
    notes[0]?.start_description_version_id ?? null,
    notes[0]?.description_run?.count ?? 1,
  ]);

test('changes in quick succession are one, measured from the one before', () => {
  const all = [entry('a', 0, { version: 2 }), entry('b', 600, { version: 3 }), entry('c', 1_200, { version: 4 })];
  expect(shown(all)).toEqual([['c', 2, 3]]);
});

test('more than ten minutes begin a new run', () => {
  const all = [entry('a', 0, { version: 2 }), entry('b', 601, { version: 3 })];
  expect(shown(all)).toEqual([
    ['a', null, 1],
    ['b', null, 1],
  ]);
});

test('what stands in between stays and does not matter', () => {
  const all = [entry('a', 0, { version: 2 }), entry('x', 30), entry('b', 60, { version: 3 })];
  expect(shown(all)).toEqual([
    ['x', null, 1],
    ['b', 2, 2],
  ]);
});

test('another author and a deleted text end the run', () => {
  const byOther = [entry('a', 0, { version: 2 }), entry('b', 60, { version: 3, author: 9 })];
  expect(shown(byOther)).toHaveLength(2);
  const deleted = [
    entry('a', 0, { version: 2 }),
    entry('b', 60, { version: 3, deleted: true }),
    entry('c', 90, { version: 4 }),
  ];
  expect(shown(deleted).map(([id]) => id)).toEqual(['a', 'b', 'c']);
});

test('what is known of before the first of a run is known of the run', () => {
  const known = (first: boolean) => {
    const all = [entry('a', 0, { version: 2 }), entry('b', 60, { version: 3 })];
    const [a, b] = all.map(({ notes }) => notes[0]);
    if (a) a.has_description_before = first;
    if (b) b.has_description_before = true;
    return mergeDescriptions(all)[0]?.notes[0]?.has_description_before;
  };
  expect([known(true), known(false)]).toEqual([true, false]);
});
