import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/** Numbers of a line on both sides; null where it is not. */
export type LineNumbers = { oldLine: number | null; newLine: number | null };

/**
 * The line code of the same line among rows that may be those of another comparison of the same file, or of the nearest
 * one that is there. What the line became counts, and of a line that is gone what it was. Null without lines.
 */
export function nearestLine(rows: readonly DiffRow[], of: LineNumbers): string | null {
  const side = of.newLine === null ? 'oldLine' : 'newLine';
  const wanted = of[side];
  if (wanted === null) return null;
  let nearest: { lineCode: string; distance: number } | null = null;
  for (const row of rows) {
    const line = row[side];
    if (row.lineCode === null || line === null || row.isHidden === true) continue;
    const distance = Math.abs(line - wanted);
    if (nearest === null || distance < nearest.distance) nearest = { lineCode: row.lineCode, distance };
  }
  return nearest?.lineCode ?? null;
}
