import { type RefObject, useEffect } from 'react';
import type { DiffRow } from './diff-row.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

/** A run of lines by the line codes of its ends. */
export type SelectedLines = { from: string; to: string };

/** First and last index of the run; null when an end is not among the rows. */
export function selectedRange(rows: readonly DiffRow[], selected: SelectedLines): [number, number] | null {
  const from = rows.findIndex((row) => row.lineCode === selected.from);
  const to = rows.findIndex((row) => row.lineCode === selected.to);
  return from < 0 || to < 0 ? null : [Math.min(from, to), Math.max(from, to)];
}

/** Marks the lines that are pointed at in the markup itself; the first of them becomes the current one. */
export function useSelectedLines(
  container: RefObject<HTMLDivElement | null>,
  rows: readonly DiffRow[],
  selected: SelectedLines | null,
  onSelected: (row: number) => void,
): void {
  const range = selected && selectedRange(rows, selected);
  const [first, last] = range ?? [-1, -1];
  useEffect(() => {
    if (first >= 0) onSelected(first);
  }, [selected, first, onSelected]);
  useAfterDrawing(container, () => {
    const marked = container.current?.querySelectorAll('.dr-selected') ?? [];
    for (const row of marked) row.classList.remove('dr-selected');
    for (let index = first; index >= 0 && index <= last; index++) {
      container.current?.querySelector(`tr.dr[data-i="${index}"]`)?.classList.add('dr-selected');
    }
  });
}
