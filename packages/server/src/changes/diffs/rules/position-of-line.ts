type Line = { type: 'context' | 'added' | 'removed'; oldLine: number | null; newLine: number | null };
type Hunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: readonly Line[] };

export type LinePosition = { oldPosition: number; newPosition: number; isInHunk: boolean };

/**
 * Where a line stands in a file's diff: an added line by its new number alone, a removed one by its old number alone, an
 * unchanged one by both. Undefined when no such line is there. Outside of hunks only the shift is checked; before the first
 * of them it is `shift`, where these are not all.
 */
export function positionOfLine(
  hunks: readonly Hunk[],
  oldLine: number | null,
  newLine: number | null,
  shift = 0,
): LinePosition | undefined {
  let shiftNow = shift;
  for (const hunk of hunks) {
    const oldFirst = hunk.oldStart + (hunk.oldLines === 0 ? 1 : 0);
    const newFirst = hunk.newStart + (hunk.newLines === 0 ? 1 : 0);
    const isBefore = oldLine !== null && newLine !== null && oldLine < oldFirst && newLine < newFirst;
    if (isBefore) return between(oldLine, newLine, shiftNow);
    const found = inHunk(hunk, oldFirst, newFirst, oldLine, newLine);
    if (found) return found;
    // Two numbers of one hunk that are not of one line.
    if (isIn(oldLine, oldFirst, hunk.oldLines) || isIn(newLine, newFirst, hunk.newLines)) return undefined;
    shiftNow += hunk.newLines - hunk.oldLines;
  }
  const last = hunks.at(-1);
  if (!last || oldLine === null || newLine === null) return undefined;
  const isAfter = oldLine >= last.oldStart + last.oldLines && newLine >= last.newStart + last.newLines;
  return isAfter ? between(oldLine, newLine, shiftNow) : undefined;
}

/** Both numbers of the line that has this new one, as a place names it: an added line has no old one. Undefined when none has. */
export function numbersOfNew(
  hunks: readonly Hunk[],
  newLine: number,
  shift = 0,
): { old_line: number | null; new_line: number } | undefined {
  let shiftNow = shift;
  for (const hunk of hunks) {
    if (newLine < hunk.newStart + (hunk.newLines === 0 ? 1 : 0)) break;
    const line = hunk.lines.find((each) => each.newLine === newLine);
    if (line) return { old_line: line.oldLine, new_line: newLine };
    shiftNow += hunk.newLines - hunk.oldLines;
  }
  const oldLine = newLine - shiftNow;
  return oldLine > 0 ? { old_line: oldLine, new_line: newLine } : undefined;
}

const isIn = (line: number | null, first: number, count: number) =>
  line !== null && line >= first && line < first + count;

function between(oldLine: number, newLine: number, shift: number): LinePosition | undefined {
  if (newLine - oldLine !== shift) return undefined;
  return { oldPosition: oldLine, newPosition: newLine, isInHunk: false };
}

function inHunk(
  hunk: Hunk,
  oldFirst: number,
  newFirst: number,
  oldLine: number | null,
  newLine: number | null,
): LinePosition | undefined {
  let [oldPosition, newPosition] = [oldFirst, newFirst];
  for (const line of hunk.lines) {
    if (line.oldLine === oldLine && line.newLine === newLine) return { oldPosition, newPosition, isInHunk: true };
    if (line.type !== 'added') oldPosition += 1;
    if (line.type !== 'removed') newPosition += 1;
  }
  return undefined;
}
