import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { insertPage, isOmitted, omittedWithin, type LoadedPage, rowOf } from './omitted-lines.ts';

/** A new file of so many lines, of which pages of ten come. */
const added = (line: number): DiffRow => ({ kind: 'added', oldLine: null, newLine: line, html: '', lineCode: `f_1_${line}` }); // prettier-ignore
const pageOf = (from: number): LoadedPage => ({ from, to: from + 10, old: 0, new: from });
const rowsOf = ({ from, to }: LoadedPage) => Array.from({ length: to - from }, (_, at) => added(from + at + 1));

function withPages(...starts: number[]): readonly DiffRow[] {
  let rows: readonly DiffRow[] = rowsOf(pageOf(0));
  let end = 10;
  for (const from of starts) {
    const page = pageOf(from);
    rows = insertPage(rows, rowsOf(page), page, { end, placeOf: rowOf });
    end = Math.max(end, page.to);
  }
  return rows;
}

/** `1-10 … 41-50`, a gap with what it says. */
function shortly(rows: readonly DiffRow[]): string {
  const parts: string[] = [];
  for (const [at, { newLine, leftOut }] of rows.entries()) {
    if (leftOut) parts.push(`…${leftOut.from}:${leftOut.to}`);
    else if (rows[at - 1]?.newLine !== (newLine ?? 0) - 1) parts.push(`${newLine}`);
    if (newLine !== null && rows[at + 1]?.newLine !== newLine + 1) parts.push(`-${newLine}`);
  }
  return parts.join(' ').replaceAll(' -', '-');
}

test('pages stand in their order, and a row stands for what is left out between them', () => {
  expect(shortly(withPages(10))).toBe('1-20');
  expect(shortly(withPages(40))).toBe('1-10 …10:40 41-50');
  expect(shortly(withPages(40, 20))).toBe('1-10 …10:20 21-30 …30:40 41-50');
  expect(shortly(withPages(40, 20, 10, 30, 50))).toBe('1-60');
  const words = ({ leftOut, html }: DiffRow) => [html, ...(leftOut?.ways.map((each) => each.words) ?? [])];
  const gap = { from: 10, old: 0, new: 0 };
  expect(words(rowOf({ ...gap, to: 11 }))).toEqual(['1 line of the diff is not shown', 'Show this line']);
  expect(words(rowOf({ ...gap, to: 40 }))).toEqual(['30 lines of the diff are not shown', 'Show these 30 lines']);
  expect(words(rowOf({ ...gap, to: 9_000 }))).toEqual(['8,990 lines of the diff are not shown', 'Show more lines below', 'Show more lines above']); // prettier-ignore
});

test('a page that is there already changes nothing', () => {
  const rows = withPages(40);
  expect(insertPage(rows, rowsOf(pageOf(40)), pageOf(40), { end: 50, placeOf: rowOf })).toBe(rows);
  expect(insertPage(rows, rowsOf(pageOf(0)), pageOf(0), { end: 50, placeOf: rowOf })).toBe(rows);
});

test('by its number, or the two of its code, a line is known to be left out', () => {
  const rows = withPages(40);
  const [inside, below] = [(line: number) => isOmitted(rows, { new: line }, null), (line: number) => isOmitted(rows, { new: line }, 50)]; // prettier-ignore
  expect([10, 11, 40, 41, 50, 51].map(inside)).toEqual([false, true, true, false, false, false]);
  expect([50, 51].map(below)).toEqual([false, true]);
  expect([10, 11, 40, 41].map((line) => isOmitted(rows, { old: 1, new: line }, null))).toEqual([false, true, true, false]); // prettier-ignore
  // No line was removed.
  expect(isOmitted(rows, { old: 1 }, null)).toBe(false);
});

test('what is missing among some lines is asked for from where it begins', () => {
  const rows = withPages(40);
  expect(omittedWithin(rows, { from: 1, to: 10 }, null)).toBeNull();
  expect(omittedWithin(rows, { from: 1, to: 11 }, null)).toEqual({ old: 1, new: 11 });
  expect(omittedWithin(rows, { from: 25, to: 30 }, null)).toEqual({ new: 25 });
  expect(omittedWithin(rows, { from: 41, to: 90 }, null)).toBeNull();
  expect(omittedWithin(rows, { from: 41, to: 90 }, 50)).toEqual({ old: 1, new: 51 });
  expect(omittedWithin(rows, { from: 71, to: 90 }, 50)).toEqual({ new: 71 });
});
