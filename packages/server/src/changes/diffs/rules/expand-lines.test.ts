import { describe, expect, test } from 'vitest';
import { type ExpandedLine, expandLines, MAX_EXPANDED_LINES } from './expand-lines.ts';

const LINES = 12;

/** `3:5` is old line 3 beside new line 5; `…3:5` a gap before them. */
function shortly(lines: readonly ExpandedLine[]): string {
  return lines.map(({ kind, oldLine, newLine }) => `${kind === 'gap' ? '…' : ''}${oldLine}:${newLine}`).join(' ');
}

const request = { since: 1, to: 1, offset: 0, bottom: false, unfold: false, full: false, from_line: 0 };

describe('lines between hunks', () => {
  test.each([
    ['above a hunk, with more above', { since: 4, to: 6, unfold: true }, '…4:4 4:4 5:5 6:6'],
    ['above a hunk, up to the first line', { since: 1, to: 3, unfold: true }, '1:1 2:2 3:3'],
    ['below the last hunk, with more below', { since: 8, to: 10, unfold: true, bottom: true }, '8:8 9:9 10:10 …11:11'],
    ['below the last hunk, to the end', { since: 10, to: 12, unfold: true, bottom: true }, '10:10 11:11 12:12'],
    ['all that was hidden', { since: 4, to: 6 }, '4:4 5:5 6:6'],
    ['after lines were added above', { since: 7, to: 8, offset: 3, unfold: true }, '…4:7 4:7 5:8'],
    ['after lines were removed above', { since: 7, to: 8, offset: -2, unfold: true }, '…9:7 9:7 10:8'],
    ['more than there are', { since: 11, to: 900 }, '11:11 12:12'],
    ['beyond the end', { since: 50, to: 60, unfold: true, bottom: true }, ''],
    ['from before the first line', { since: -5, to: 2, unfold: true }, '1:1 2:2'],
    ['that the older side does not have', { since: 1, to: 4, offset: 2, unfold: true }, '1:3 2:4'],
    ['backwards', { since: 6, to: 4 }, ''],
    ['the full file', { since: 4, to: 4, full: true, unfold: true }, '1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9 10:10 11:11 12:12'], // prettier-ignore
  ])('%s', (_name, change, expected) => {
    expect(shortly(expandLines({ ...request, ...change }, LINES))).toBe(expected);
  });

  test('no step is endless, a full file is whole', () => {
    expect(expandLines({ ...request, to: 1e9 }, 10_000)).toHaveLength(MAX_EXPANDED_LINES);
    expect(expandLines({ ...request, full: true }, 10_000)).toHaveLength(10_000);
  });

  test('a full file of very many lines comes in parts, each saying where to go on', () => {
    const part = (from_line: number) => expandLines({ ...request, full: true, offset: 2, from_line }, 200_005);
    const [first, second, last] = [part(0), part(100_003), part(200_003)];
    expect([first.length, shortly(first.slice(0, 1)), shortly(first.slice(-2))]).toEqual([
      100_001,
      '1:3',
      '100000:100002 …100001:100003',
    ]);
    expect([shortly(second.slice(0, 1)), shortly(second.slice(-1))]).toEqual(['100001:100003', '…200001:200003']);
    expect(shortly(last)).toBe('200001:200003 200002:200004 200003:200005');
  });

  test('steps from both ends meet without a line missing or twice', () => {
    const down = expandLines({ ...request, since: 3, to: 5, unfold: true, bottom: true }, LINES);
    const up = expandLines({ ...request, since: 6, to: 9, unfold: true }, LINES);
    const lines = [...down, ...up].filter(({ kind }) => kind === 'line').map(({ newLine }) => newLine);
    expect(lines).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });
});
