import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { ChangedLines, collectChangedLines } from './changed-lines.ts';
import { findMoves, type IndexMove, MoveCollector } from './find-moves.ts';
import { EventLoopYielder } from './event-loop-yielder.ts';

/** Moves between files given as hunks; files are numbered as they stand. */
function movesOf(...patches: string[]): Map<number, IndexMove[]> {
  const sides = { removed: new ChangedLines(), added: new ChangedLines() };
  let run = 0;
  for (const [file, patch] of patches.entries()) run = collectChangedLines(Buffer.from(patch), file, run, sides);
  return findMoves(sides.removed, sides.added);
}

const FUNCTION = [
  'export function interest(amount: number, rate: number): number {',
  '  if (amount <= 0) return 0;',
  '  const yearly = amount * rate;',
  '  const monthly = yearly / 12;',
  '',
  '  return Math.round(monthly * 100) / 100;',
  '}',
];
const prefixed = (sign: string, lines: readonly string[]) => lines.map((line) => `${sign}${line}\n`).join('');
const removal = (lines: readonly string[], start = 10) =>
  `@@ -${start},${lines.length + 1} +${start},1 @@\n context\n${prefixed('-', lines)}`;
const addition = (lines: readonly string[], start = 40) =>
  `@@ -${start},1 +${start},${lines.length + 1} @@\n context\n${prefixed('+', lines)}`;

describe('findMoves', () => {
  it('finds a block that went to another file, and tells both ends of it', () => {
    const moves = movesOf(removal(FUNCTION), addition(FUNCTION));
    const shared = { id: 1, editedLines: 0, isReindented: false };
    expect(moves.get(0)).toEqual([
      { ...shared, side: 'old', start: 11, end: 17, otherFile: 1, otherStart: 41, otherEnd: 47, segments: [[11, 41, 7]] },
    ]); // prettier-ignore
    expect(moves.get(1)).toEqual([
      { ...shared, side: 'new', start: 41, end: 47, otherFile: 0, otherStart: 11, otherEnd: 17, segments: [[41, 11, 7]] },
    ]); // prettier-ignore
  });

  it('tells of the files that came after more lines than are searched', async () => {
    const moves = new MoveCollector(FUNCTION.length);
    const patches = [removal(FUNCTION), addition(FUNCTION), removal(FUNCTION), addition(FUNCTION)];
    for (const [file, patch] of patches.entries()) moves.add(file, Buffer.from(patch));
    expect([...moves.leftOut]).toEqual([2, 3]);
    expect([...(await moves.find(new EventLoopYielder())).keys()]).toEqual([0, 1]);
  });

  it('tells of the files that lines are looked for no more in when enough were compared', async () => {
    const patches = [removal(FUNCTION), addition(FUNCTION), addition(['x']), removal(FUNCTION), addition(FUNCTION)];
    const search = async (maxCompared: number) => {
      const moves = new MoveCollector(undefined, maxCompared);
      for (const [file, patch] of patches.entries()) moves.add(file, Buffer.from(patch));
      const found = await moves.find(new EventLoopYielder());
      return { found: [...found.keys()], leftOut: [...moves.leftOut] };
    };
    expect(await search(1)).toEqual({ found: [0, 1], leftOut: [2, 3, 4] });
    expect(await search(0)).toEqual({ found: [], leftOut: [1, 2, 3, 4] });
    expect(await search(10_000)).toEqual({ found: [0, 1, 3, 4], leftOut: [] });
  });

  it('finds one inside a file', () => {
    const moves = movesOf(removal(FUNCTION) + addition(FUNCTION));
    expect(moves.get(0)?.map(({ side, start, otherFile }) => [side, start, otherFile])).toEqual([
      ['old', 11, 0],
      ['new', 41, 0],
    ]);
  });

  it('keeps a block together over a few edits, and counts them', () => {
    const edited = FUNCTION.with(2, '  const yearly = amount * rate * FACTOR;');
    edited.splice(5, 0, '  log(monthly);');
    const [move] = movesOf(removal(FUNCTION), addition(edited)).get(1) ?? [];
    expect(move).toMatchObject({ start: 41, end: 48, otherStart: 11, otherEnd: 17, editedLines: 2 });
    expect(move?.segments).toEqual([
      [41, 11, 2],
      [44, 14, 2],
      [47, 16, 2],
    ]);
  });

  it('sees a block again that was indented', () => {
    const [move] = movesOf(removal(FUNCTION), addition(FUNCTION.map((line) => `    ${line}`))).get(0) ?? [];
    expect(move).toMatchObject({ editedLines: 0, isReindented: true });
  });

  it.each([
    ['changed where it stands', [removal(FUNCTION) + prefixed('+', FUNCTION.map((line) => `\t${line}`))]], // prettier-ignore
    ['that is short', [removal(FUNCTION.slice(0, 3)), addition(FUNCTION.slice(0, 3))]],
    ['of hardly any letters', [removal(Array(9).fill('}')), addition(Array(9).fill('}'))]],
    ['of empty lines', [removal(Array(99).fill('')), addition(Array(99).fill(''))]],
    ['that is only removed', [removal(FUNCTION)]],
    ['of other lines', [removal(FUNCTION), addition(FUNCTION.map((line) => `${line}x`))]],
  ])('takes nothing for a move that is a block %s', (_name, patches) => {
    expect(movesOf(...patches).size).toBe(0);
  });

  it('uses each line once', () => {
    const moves = movesOf(removal(FUNCTION), addition(FUNCTION), addition(FUNCTION));
    expect([...moves.values()].flat()).toHaveLength(2);
  });

  it('does not cross a gap between hunks', () => {
    const halves = removal(FUNCTION.slice(0, 4), 10) + removal(FUNCTION.slice(4), 50);
    const [move] = movesOf(halves, addition(FUNCTION)).get(1) ?? [];
    expect(move).toMatchObject({ start: 41, end: 44 });
  });

  it('numbers lines of hunks without a line on one side as git means them', () => {
    const only = `@@ -10,0 +11,7 @@\n${prefixed('+', FUNCTION)}`;
    const gone = `@@ -5,7 +4,0 @@\n${prefixed('-', FUNCTION)}`;
    expect(movesOf(gone, only).get(1)).toMatchObject([{ start: 11, end: 17, otherStart: 5, otherEnd: 11 }]);
  });

  it('takes time in proportion, however alike the lines are', async () => {
    const rows = Array.from({ length: 40_000 }, (_unused, at) => `row of the table number ${at % 5}`);
    const find = () => expect(movesOf(removal(rows), addition(rows.toReversed())).size).toBeLessThanOrEqual(2);
    expect(await cpuMsOf(find)).toBeLessThan(5_000);
  });
});
