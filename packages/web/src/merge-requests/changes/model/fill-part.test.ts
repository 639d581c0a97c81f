import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { fillPart } from './fill-part.ts';

const row = (kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow => ({ kind, oldLine, newLine, html: '', lineCode: null }); // prettier-ignore
const gap = (html: string): DiffRow => ({ ...row('match', null, null), html });

/** Line 20 became two, line 60 went: 100 lines before and after. */
const ROWS = [
  gap('@@ one'),
  row('context', 19, 19),
  row('removed', 20, null),
  row('added', null, 20),
  row('added', null, 21),
  row('context', 21, 22),
  gap('@@ two'),
  row('removed', 60, null),
  row('context', 61, 61),
  gap(''),
];

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row('context', null, from + at)); // prettier-ignore

/** Numbers of both sides, `…` for a gap with its words, and how many lines the last one hides. */
function shortly(from: number, to: number): string[] {
  return fillPart(ROWS, { from, lines: lines(from, to), total: 100 }, 'f').map(
    ({ kind, oldLine, newLine, html, lineCode, linesLeft }) =>
      kind === 'match' ? `…${html}${linesLeft ?? ''}` : `${oldLine ?? ''}:${newLine ?? ''}${lineCode === null ? '' : `=${lineCode}`}`, // prettier-ignore
  );
}

test('hidden lines of a part come with their numbers on both sides; what is around them stays hidden', () => {
  const shown = shortly(11, 30);
  expect(shown.slice(0, 3)).toEqual(['…', '11:11=f_11_11', '12:12=f_12_12']);
  expect(shown.slice(8, 15)).toEqual(['18:18=f_18_18', '19:19', '20:', ':20', ':21', '21:22', '22:23=f_22_23']);
  expect(shown.slice(-6)).toEqual(['28:29=f_28_29', '29:30=f_29_30', '…@@ two', '60:', '61:61', '…39']);
});

test('a part that begins with the file, and one that ends with it, leave no gap there', () => {
  expect(shortly(1, 20).slice(0, 2)).toEqual(['1:1=f_1_1', '2:2=f_2_2']);
  expect(shortly(51, 100).slice(-2)).toEqual(['99:99=f_99_99', '100:100=f_100_100']);
  expect(shortly(71, 80).slice(-3)).toEqual(['79:79=f_79_79', '80:80=f_80_80', '…20']);
});

test('what is shown already is not put there again', () => {
  const once = fillPart(ROWS, { from: 1, lines: lines(1, 30), total: 100 }, 'f');
  expect(fillPart(once, { from: 1, lines: lines(1, 30), total: 100 }, 'f')).toEqual(once);
});
