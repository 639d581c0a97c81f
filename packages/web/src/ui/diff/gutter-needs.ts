import type { GutterButtons } from './chunk-html.ts';
import type { DiffRow } from './diff-row.ts';

/** How many digits the longest number of the lines has, and how many buttons stand beside one at most. */
export function gutterNeeds(rows: readonly DiffRow[], marks: GutterButtons): { digits: number; most: number } {
  // Numbers only grow: the last ones are the longest.
  const last = (side: 'oldLine' | 'newLine') => rows.findLast((row) => row[side] !== null)?.[side] ?? 0;
  const digits = String(Math.max(last('oldLine'), last('newLine'))).length;
  let most = 0;
  for (const own of marks.values()) most = Math.max(most, own.length);
  return { digits, most };
}
