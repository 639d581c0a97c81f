import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/**
 * The rows of a diff with all hidden lines between, before and after them. `whole` are the lines of the newer side from
 * the first one on; their older numbers follow from the rows around them.
 */
export function fillGaps(rows: readonly DiffRow[], whole: readonly DiffRow[], fileHash: string): DiffRow[] {
  const filled: DiffRow[] = [];
  let oldEnd = 0;
  let newEnd = 0;
  const fill = (count: number) => {
    for (let step = 0; step < count; step++) {
      const line = whole[newEnd];
      if (!line) return;
      oldEnd += 1;
      newEnd += 1;
      const lineCode = `${fileHash}_${oldEnd}_${newEnd}`;
      filled.push({ ...line, kind: 'expanded', oldLine: oldEnd, newLine: newEnd, lineCode });
    }
  };
  for (const row of rows) {
    if (row.kind === 'match') continue;
    if (row.newLine !== null) fill(row.newLine - 1 - newEnd);
    else if (row.oldLine !== null) fill(row.oldLine - 1 - oldEnd);
    filled.push(row);
    oldEnd = row.oldLine ?? oldEnd;
    newEnd = row.newLine ?? newEnd;
  }
  fill(whole.length - newEnd);
  return filled;
}
