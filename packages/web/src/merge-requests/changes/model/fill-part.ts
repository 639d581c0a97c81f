import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/**
 * The rows of a diff with those of its hidden lines that are among `part`: lines of the newer side from `from` on. What
 * stays hidden above and below them keeps a row. `total` is how many lines that side has.
 */
export function fillPart(
  rows: readonly DiffRow[],
  part: { from: number; lines: readonly DiffRow[]; total: number },
  fileHash: string,
): DiffRow[] {
  const end = part.from + part.lines.length - 1;
  const filled: DiffRow[] = [];
  let gap: DiffRow | null = null;
  let [oldEnd, newEnd] = [0, 0];
  /** Hidden lines up to the one with this number. */
  const fill = (last: number) => {
    const [since, to] = [Math.max(newEnd + 1, part.from), Math.min(last, end)];
    const offset = newEnd - oldEnd;
    // What the row of a gap tells belongs to the lines below it.
    if (gap && (since > to || since > newEnd + 1)) filled.push(since > to ? gap : { ...gap, html: '' });
    for (let line = since; line <= to; line++) {
      const row = part.lines[line - part.from];
      const numbers = { oldLine: line - offset, newLine: line };
      if (row && gap)
        filled.push({ ...row, ...numbers, kind: 'expanded', lineCode: `${fileHash}_${line - offset}_${line}` });
    }
    if (gap && since <= to && to < last) filled.push(gap);
    gap = null;
  };
  for (const row of rows) {
    if (row.kind === 'match' && !row.leftOut) {
      gap = row;
      continue;
    }
    if (gap) fill(row.newLine === null ? newEnd + (row.oldLine ?? oldEnd + 1) - 1 - oldEnd : row.newLine - 1);
    filled.push(row);
    oldEnd = row.leftOut?.old ?? row.oldLine ?? oldEnd;
    newEnd = row.leftOut?.new ?? row.newLine ?? newEnd;
  }
  const last: DiffRow | null = gap;
  if (last) {
    gap = { ...(last as DiffRow), linesLeft: part.total - Math.max(end, newEnd) };
    fill(part.total);
  }
  return filled;
}
