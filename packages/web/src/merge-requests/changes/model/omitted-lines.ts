import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { VisibleLine } from '../../../discussions/model/to-diff-rows.ts';
import { formatCount } from '../../../lib/format.ts';
import type { DiffRow, OmittedLines } from '../../../ui/diff/diff-row.ts';
import { MOST_OPENED } from '../../../ui/diff/expand-ways.ts';

/** A line of a file by its number on one side, or by the two of its code. */
export type LineWanted = { old: number } | { new: number } | { old: number; new: number };

/** Some lines of a long file, `[from, to)`, with the numbers of the lines before them. */
export type LoadedPage = { from: number; to: number; old: number; new: number };

type Place = { leftOut?: OmittedLines };

type Missing = Omit<OmittedLines, 'ways'>;

/** What is said of lines that are not here yet. */
export function omittedLinesText({ from, to }: Pick<OmittedLines, 'from' | 'to'>): string {
  const [lines, verb] = to - from === 1 ? ['line', 'is'] : ['lines', 'are'];
  return `${formatCount(to - from)} ${lines} of the diff ${verb} not shown`;
}

function waysInto({ from, to }: Missing): OmittedLines['ways'] {
  const count = to - from;
  if (count <= MOST_OPENED)
    return [{ way: 'down', words: `Show ${count === 1 ? 'this line' : `these ${formatCount(count)} lines`}` }];
  return [
    { way: 'down', words: 'Show more lines below' },
    { way: 'up', words: 'Show more lines above' },
  ];
}

/** Stands for lines that are not here, wherever lines stand. */
export function lineOf(missing: Missing): VisibleLine {
  const leftOut = { ...missing, ways: waysInto(missing) };
  const words = omittedLinesText(leftOut);
  const nothing = { line_code: null, old_line: null, new_line: null, text: '', meta_data: null };
  return { ...nothing, type: 'match', rich_text: words, leftOut };
}

export function rowOf(missing: Missing): DiffRow {
  const leftOut = { ...missing, ways: waysInto(missing) };
  return { kind: 'match', oldLine: null, newLine: null, html: omittedLinesText(leftOut), lineCode: null, leftOut };
}

/**
 * Puts the lines of a page to their place among others. What is still left out before and after them keeps a place of its
 * own, made by `placeOf`. The same list where they are there already. `end` is the line after the last of them.
 */
export function insertPage<T extends Place>(
  all: readonly T[],
  own: readonly T[],
  page: LoadedPage,
  { end, placeOf }: { end: number; placeOf: (missing: Missing) => T },
): readonly T[] {
  const before = (from: number) =>
    from < page.from ? [placeOf({ from, to: page.from, old: page.old, new: page.new })] : [];
  if (page.from >= end) return [...all, ...before(end), ...own];
  const at = all.findIndex(({ leftOut }) => leftOut && leftOut.from <= page.from && page.from < leftOut.to);
  const gap = all[at]?.leftOut;
  if (!gap) return all;
  const after = page.to < gap.to ? [placeOf({ ...gap, from: page.to })] : [];
  return [...all.slice(0, at), ...before(gap.from), ...own, ...after, ...all.slice(at + 1)];
}

/** Is the line among those that are not here, as far as numbers tell? */
export function isOmitted(rows: readonly DiffRow[], wanted: LineWanted, nextLine: number | null): boolean {
  const weigh = ({ old, new: now }: { old: number; new: number }) =>
    !('new' in wanted) ? old : !('old' in wanted) ? now : old + now;
  // The numbers of a code are those of the next line of each side.
  const isCode = 'old' in wanted && 'new' in wanted;
  const line = weigh({ old: 0, new: 0, ...wanted }) - (isCode ? 2 : 1);
  const end = { old: 0, new: 0 };
  for (const { oldLine, newLine, leftOut } of rows) {
    if (leftOut && weigh(end) <= line && line < weigh(leftOut)) return true;
    end.old = leftOut?.old ?? oldLine ?? end.old;
    end.new = leftOut?.new ?? newLine ?? end.new;
  }
  return nextLine !== null && weigh(end) <= line;
}

/** What to ask for to have changes among these lines of the newer side that are not here; null where none are missing. */
export function omittedWithin(
  rows: readonly DiffRow[],
  { from, to }: { from: number; to: number },
  nextLine: number | null,
): LineWanted | null {
  const end = { old: 0, new: 0 };
  /** The lines that follow those before are left out, up to this one. */
  const asked = (last: number): LineWanted | null => {
    const start = end.new + 1;
    if (start < from) return last >= from ? { new: from } : null;
    return start <= to ? { old: end.old + 1, new: start } : null;
  };
  for (const { oldLine, newLine, leftOut } of rows) {
    const wanted = leftOut ? asked(leftOut.new) : null;
    if (wanted) return wanted;
    end.old = leftOut?.old ?? oldLine ?? end.old;
    end.new = leftOut?.new ?? newLine ?? end.new;
  }
  return nextLine === null ? null : asked(Infinity);
}

/** The first line of the changes of a file that is not here; null where all are. */
export function firstOmittedLine({ next_line: next, highlighted_diff_lines: lines }: PageDiffFile): number | null {
  const shown: readonly VisibleLine[] = lines;
  return shown.find(({ leftOut }) => leftOut)?.leftOut?.from ?? next;
}
