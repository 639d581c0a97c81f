import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DiffRow } from './diff-row.ts';
import { markRows } from './mark-rows.ts';
import type { RowWalk } from './use-row-walk.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

/** A run of lines by the line codes of its ends. */
export type SelectedLines = { from: string; to: string };

/** First and last index of the run; null when an end is not among the rows. */
export function selectedRange(rows: readonly DiffRow[], selected: SelectedLines): [number, number] | null {
  const from = rows.findIndex((row) => row.lineCode === selected.from);
  const to = rows.findIndex((row) => row.lineCode === selected.to);
  return from < 0 || to < 0 ? null : [Math.min(from, to), Math.max(from, to)];
}

/** Marks the lines that are pointed at in the markup itself; the first becomes the current one, unless one of them is. */
export function useSelectedLines(
  container: RefObject<HTMLDivElement | null>,
  rows: readonly DiffRow[],
  selected: SelectedLines | null,
  { current, goTo }: Pick<RowWalk, 'current' | 'goTo'>,
): void {
  const range = selected && selectedRange(rows, selected);
  const [first, last] = range ?? [-1, -1];
  const onSelected = useEffectEvent(() => {
    // Who named them has brought them into view, or wants the page to stay.
    if (first >= 0 && (current === null || current < first || current > last)) goTo(first, true);
  });
  useEffect(() => onSelected(), [selected, first]);
  useAfterDrawing(container, () => {
    markRows(container.current, 'dr-selected', first, last);
  });
}
