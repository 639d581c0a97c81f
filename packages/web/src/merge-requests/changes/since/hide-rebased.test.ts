import type { DiffFileSummary, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { countHidden, markRebased, type RebasedPart, withoutRebased } from './hide-rebased.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  return { kind, oldLine, newLine, html: '', lineCode: null };
}

const match = row('match', null, null);
const ROWS = [
  row('added', null, 1),
  row('context', 1, 2),
  match,
  row('removed', 10, null),
  row('added', null, 11),
  row('context', 11, 12),
  match,
  row('added', null, 30),
  row('context', 29, 31),
  row('removed', 30, null),
];
const rebased: RebasedPart = { file_hash: 'h', old: [[10, 10]], new: [[1, 1], [30, 30]] }; // prettier-ignore

const hiding = (...talked: number[]) => ({ isShown: false, talked: new Set(talked) });

test('hunks with nothing else are hidden with the row above them, mixed ones are not', () => {
  const rows = markRebased(ROWS, rebased, hiding());
  expect(rows.map((each) => each.isHidden === true)).toEqual([true, true, ...Array(8).fill(false)]);
  expect(rows.map((each) => each.origin ?? '')).toEqual(['target', '', '', 'target', '', '', '', 'target', '', '']);
  expect(countHidden(rows)).toBe(1);
  const all = { ...rebased, new: [...rebased.new, [11, 11]] } satisfies RebasedPart;
  expect(countHidden(markRebased(ROWS, all, hiding()))).toBe(2);
});

test('a hunk in which someone says something stays, so that it stands below its line', () => {
  expect(countHidden(markRebased(ROWS, rebased, hiding(0)))).toBe(0);
  expect(countHidden(markRebased(ROWS, rebased, hiding(4)))).toBe(1);
});

test('shown, they are only marked', () => {
  const rows = markRebased(ROWS, rebased, { isShown: true, talked: new Set() });
  expect(countHidden(rows)).toBe(0);
  expect(rows).toHaveLength(ROWS.length);
});

test('counts tell what is shown, places stay those of the whole comparison', () => {
  const file = (hash: string, index: number) =>
    ({ file_hash: hash, added_lines: 5, removed_lines: 2, index }) as DiffFileSummary;
  const metadata = {
    diff_files: [file('gone', 0), file('h', 1), file('own', 2)],
    size: 3,
    real_size: '3',
    added_lines: 15,
    removed_lines: 6,
  } as DiffsMetadata;
  const shown = withoutRebased(metadata, { files: ['gone'], parts: [rebased] });
  expect(shown).toMatchObject({ size: 3, real_size: '2', added_lines: 8, removed_lines: 3 });
  expect(shown.diff_files.map(({ file_hash: hash, index, added_lines: added }) => [hash, index, added])).toEqual([
    ['h', 1, 3],
    ['own', 2, 5],
  ]);
  expect(withoutRebased(metadata, { files: [], parts: [] })).toBe(metadata);
});
