import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { DiffRow } from './diff-row.ts';
import { markRows } from './mark-rows.ts';
import { rowAt } from './row-pointer.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

/** The last row towards `to` that is reached from `from` without a gap. */
export function reachedRow(rows: readonly DiffRow[], from: number, to: number): number {
  const by = to < from ? -1 : 1;
  let at = from;
  while (at !== to) {
    const next = rows[at + by];
    if (!next || next.kind === 'match' || next.lineCode === null) break;
    at += by;
  }
  return at;
}

/**
 * Dragging from the comment button over lines chooses all of them; pressing it with Shift chooses those from where the
 * last comment was begun. `onRange` gets the first and the last.
 */
export function useRangeDrag(
  container: RefObject<HTMLDivElement | null>,
  rows: readonly DiffRow[],
  onRange: ((from: number, to: number, side: 'old' | 'new' | null) => void) | undefined,
) {
  const last = useRef<number | null>(null);
  const dragging = useRef<AbortController | null>(null);
  const marked = useRef<[from: number, to: number]>([-1, -1]);
  useEffect(() => () => dragging.current?.abort(), []);

  const mark = useCallback(
    (from: number, to: number) => {
      marked.current = [from, to];
      markRows(container.current, 'dr-dragged', from, to);
    },
    [container],
  );
  useAfterDrawing(container, () => {
    if (marked.current[0] >= 0) mark(...marked.current);
  });

  const onPointerDown = (event: PointerEvent, index: number, side: 'old' | 'new' | null) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !onRange) return;
    event.preventDefault();
    dragging.current?.abort();
    const drag = new AbortController();
    dragging.current = drag;
    let to = index;
    const options = { signal: drag.signal };
    document.addEventListener(
      'pointermove',
      (move) => {
        const target = rowAt(document.elementFromPoint(move.clientX, move.clientY));
        if (!target || !container.current?.contains(target.element)) return;
        to = reachedRow(rows, index, target.index);
        mark(index, to);
      },
      options,
    );
    const end = (isKept: boolean) => {
      drag.abort();
      mark(-1, -1);
      if (isKept && to !== index) onRange(Math.min(index, to), Math.max(index, to), side);
    };
    document.addEventListener('pointerup', () => end(true), options);
    document.addEventListener('pointercancel', () => end(false), options);
    document.addEventListener('keydown', (key) => key.key === 'Escape' && end(false), options);
  };

  /** Whether the press was meant for a range. Remembers where it was. */
  const onPress = (index: number, isShift: boolean, side: 'old' | 'new' | null): boolean => {
    const from = last.current;
    last.current = index;
    if (!isShift || from === null || from === index || !onRange) return false;
    const to = reachedRow(rows, index, from);
    onRange(Math.min(index, to), Math.max(index, to), side);
    return true;
  };

  return { onPointerDown, onPress };
}
