/** Lines that are asked for between hunks. */
export type Expansion = {
  /** Lines of the newer side, counted from 1, both included. */
  since: number;
  to: number;
  /** Newer minus older line number. */
  offset: number;
  /** They stand below the last hunk. */
  bottom: boolean;
  /** More is hidden beyond them: a gap stays. */
  unfold: boolean;
  full: boolean;
  /** Of a full file that is too long for one answer: where to go on, as the gap at the end of the last one says. */
  from_line: number;
};

export type ExpandedLine =
  | { kind: 'line'; oldLine: number; newLine: number }
  /** The first lines after the gap, or for one to the end of the file those it begins with. */
  | { kind: 'gap'; oldLine: number; newLine: number; left?: number };

/** More are asked for in several steps, or as a full file. */
export const MAX_EXPANDED_LINES = 5_000;
/** Lines of one answer of a full file: as many as are read of a file at once. */
const MAX_WHOLE_LINES = 100_000;

/** Which lines are asked for, whatever the file has. */
export function requestedLines(request: Expansion): { from: number; to: number } {
  const first = firstLine(request);
  if (request.full) {
    const from = Math.max(first, request.from_line);
    return { from, to: from + MAX_WHOLE_LINES - 1 };
  }
  const from = Math.max(first, request.since);
  return { from, to: Math.min(request.to, from + MAX_EXPANDED_LINES - 1) };
}

/** A line has a number on both sides. */
function firstLine({ offset }: Expansion): number {
  return Math.max(1, 1 + offset);
}

/**
 * Which lines to show of a file with so many, and where a gap stays. Of those asked for only the first may have been read.
 */
export function expandLines(
  request: Expansion,
  lineCount: number,
  readCount = Number.POSITIVE_INFINITY,
): ExpandedLine[] {
  const { offset, bottom, unfold, full } = request;
  const { from: since, to: asked } = requestedLines(request);
  const last = Math.min(lineCount, asked);
  const to = Math.min(last, since + readCount - 1);
  const shown: ExpandedLine[] = [];
  for (let line = since; line <= to; line += 1) shown.push({ kind: 'line', oldLine: line - offset, newLine: line });
  const gapAt = (line: number): ExpandedLine => ({ kind: 'gap', oldLine: line - offset, newLine: line });
  const rest: ExpandedLine = { ...gapAt(to + 1), kind: 'gap', left: lineCount - to };
  const isGapBelow = to < last || ((full || (unfold && bottom)) && to < lineCount);
  const isGapAbove = !full && unfold && !bottom && since > firstLine(request);
  return [...(isGapAbove ? [gapAt(since)] : []), ...shown, ...(isGapBelow ? [rest] : [])];
}
