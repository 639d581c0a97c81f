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
  /** The first lines after the gap. */
  | { kind: 'gap'; oldLine: number; newLine: number };

/** More are asked for in several steps, or as a full file. */
export const MAX_EXPANDED_LINES = 2_000;
/** Lines of one answer of a full file: as many as are read of a file at once. */
const MAX_WHOLE_LINES = 100_000;

/** Which lines are asked for, whatever the file has. */
export function linesAsked(request: Expansion): { from: number; to: number } {
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

/** Which lines to show of a file with so many, and where a gap stays. */
export function expandLines(request: Expansion, lineCount: number): ExpandedLine[] {
  const { offset, bottom, unfold, full } = request;
  const { from: since, to: last } = linesAsked(request);
  const to = Math.min(lineCount, last);
  const shown: ExpandedLine[] = [];
  for (let line = since; line <= to; line += 1) shown.push({ kind: 'line', oldLine: line - offset, newLine: line });
  const gapAt = (line: number): ExpandedLine => ({ kind: 'gap', oldLine: line - offset, newLine: line });
  if (full) return to < lineCount ? [...shown, gapAt(to + 1)] : shown;
  if (!unfold) return shown;
  if (bottom) return to < lineCount ? [...shown, gapAt(to + 1)] : shown;
  return since > firstLine(request) ? [gapAt(since), ...shown] : shown;
}
