import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { rebaseLines } from './rebase-lines.ts';

type Line = { type: 'context' | 'added' | 'removed'; oldLine: number | null; newLine: number | null; text: string };

/** All lines of both texts in one list; every text is there once, so there is only one right answer. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [oldAt, newAt] = [0, 0];
  while (oldAt < before.length || newAt < after.length) {
    const [old, now] = [before[oldAt], after[newAt]];
    if (old !== undefined && old === now) {
      lines.push({ type: 'context', oldLine: ++oldAt, newLine: ++newAt, text: old });
    } else if (old !== undefined && !after.includes(old)) {
      lines.push({ type: 'removed', oldLine: ++oldAt, newLine: null, text: old });
    } else lines.push({ type: 'added', oldLine: null, newLine: ++newAt, text: now ?? '' });
  }
  return lines;
}

/** Hunks as git cuts them, with so many unchanged lines around each change. */
function hunksOf(before: readonly string[], after: readonly string[], context: number) {
  const lines = compare(before, after);
  const isNear = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => line.type !== 'context'),
  );
  const hunks: { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: Line[] }[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (isNear[at]) {
      if (!isNear[at - 1]) hunks.push({ oldStart: oldAt, oldLines: 0, newStart: newAt, newLines: 0, lines: [] });
      const hunk = hunks.at(-1)!;
      if (line.oldLine !== null && hunk.oldLines++ === 0) hunk.oldStart = line.oldLine;
      if (line.newLine !== null && hunk.newLines++ === 0) hunk.newStart = line.newLine;
      hunk.lines.push(line);
    }
    if (line.oldLine !== null) oldAt += 1;
    if (line.newLine !== null) newAt += 1;
  }
  return hunks;
}

type Texts = { oldBase: string[]; oldHead: string[]; newBase: string[]; newHead: string[] };

function marksOf({ oldBase, oldHead, newBase, newHead }: Texts, context: number) {
  return rebaseLines({
    shown: hunksOf(oldHead, newHead, context),
    before: hunksOf(oldBase, oldHead, context),
    after: hunksOf(newBase, newHead, context),
    target: hunksOf(oldBase, newBase, context),
  });
}

const base = Array.from({ length: 12 }, (_, at) => `base ${at}`);

test.each([
  ['the target added a line', base, base.toSpliced(9, 0, 'target'), base, { old: [], new: [[10, 10]], isAll: true }],
  ['the target removed a line', base, base.toSpliced(4, 1), base, { old: [[5, 5]], new: [], isAll: true }],
  ['nothing happened', base, base, base, { old: [], new: [], isAll: false }],
])('%s', (_name, oldBase, newBase, oldHead, marks) => {
  expect(marksOf({ oldBase, newBase, oldHead, newHead: newBase }, 3)).toEqual(marks);
});

test('lines of the author keep what they stand in', () => {
  const own = base.with(2, 'author');
  const newBase = base.toSpliced(9, 1, 'target');
  const both = newBase.with(2, 'author again');
  const far = marksOf({ oldBase: base, oldHead: own, newBase, newHead: both }, 3);
  expect(far).toEqual({ old: [[10, 10]], new: [[10, 10]], isAll: false });
  const beside = newBase.toSpliced(10, 0, 'author');
  expect(marksOf({ oldBase: base, oldHead: base, newBase, newHead: beside }, 3)).toMatchObject({ old: [], new: [] });
});

test('a line that the author brings back or takes away is the author’s', () => {
  const without = base.toSpliced(5, 1);
  const newBase = [...base, 'target'];
  const back = marksOf({ oldBase: base, oldHead: without, newBase, newHead: newBase }, 3);
  expect(back).toEqual({ old: [], new: [[13, 13]], isAll: false });
  const away = marksOf({ oldBase: base, oldHead: base, newBase, newHead: newBase.toSpliced(5, 1) }, 3);
  expect(away).toEqual({ old: [], new: [[12, 12]], isAll: false });
});

/** Drops some lines of a text and puts new ones of this owner between the rest. */
function edited(text: fc.Arbitrary<string[]>, owner: string): fc.Arbitrary<string[]> {
  return fc
    .tuple(text, fc.array(fc.constantFrom('keep', 'keep', 'drop', 'put'), { maxLength: 30 }))
    .map(([lines, acts]) =>
      [...lines, ''].flatMap((line, at) => {
        const kept = acts[at] === 'drop' || line === '' ? [] : [line];
        return acts[at] === 'put' ? [`${owner} ${at}`, ...kept] : kept;
      }),
    );
}

/** Puts the author's edits of one text onto another, as a rebase without conflicts does. */
function rebased(from: readonly string[], to: readonly string[], onto: readonly string[]): string[] {
  const dropped = new Set(from.filter((line) => !to.includes(line)));
  const result = onto.filter((line) => !dropped.has(line));
  for (const [at, line] of to.entries()) {
    if (from.includes(line)) continue;
    const anchor = to.slice(0, at).findLast((each) => result.includes(each));
    result.splice(anchor === undefined ? 0 : result.indexOf(anchor) + 1, 0, line);
  }
  return result;
}

test('a run is marked exactly if the target made all of its lines, whatever stands around it', () => {
  const start = fc.integer({ min: 0, max: 25 }).map((count) => Array.from({ length: count }, (_, at) => `base ${at}`));
  const texts = start.chain((oldBase) =>
    fc.record({
      oldBase: fc.constant(oldBase),
      newBase: edited(fc.constant(oldBase), 'target'),
      oldHead: edited(fc.constant(oldBase), 'author'),
      later: edited(fc.constant(oldBase), 'later'),
      context: fc.constantFrom(0, 1, 3),
    }),
  );
  fc.assert(
    fc.property(texts, ({ oldBase, newBase, oldHead, later, context }) => {
      const newHead = rebased(oldBase, later, rebased(oldBase, oldHead, newBase));
      const marks = marksOf({ oldBase, oldHead, newBase, newHead }, context);
      const isMarked = (spans: [number, number][], line: number | null) =>
        line !== null && spans.some(([first, last]) => first <= line && line <= last);
      const isOfTarget = (line: Line) =>
        line.type === 'added'
          ? newBase.includes(line.text) && !oldBase.includes(line.text)
          : oldBase.includes(line.text) && !newBase.includes(line.text);
      let run: Line[] = [];
      for (const line of [...compare(oldHead, newHead), null]) {
        if (line && line.type !== 'context') {
          run.push(line);
          continue;
        }
        const isWhole = run.every(isOfTarget);
        for (const each of run) {
          const side = each.type === 'added' ? isMarked(marks.new, each.newLine) : isMarked(marks.old, each.oldLine);
          expect([each.text, side]).toEqual([each.text, isWhole]);
        }
        run = [];
      }
    }),
    { numRuns: runs(1_000) },
  );
});
