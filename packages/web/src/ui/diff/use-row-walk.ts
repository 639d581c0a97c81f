import type { PairedLines } from '@tributary/contract/projects/pair-lines.ts';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clearOfHeader } from './clear-of-header.ts';
import { displayOf, type DiffRow, type DiffView, lineLabel, rowOfDisplay } from './diff-row.ts';
import { type DiffWalker, registerWalker, type WalkUnit } from './diff-walker.ts';
import { nextDisplay } from './next-display.ts';
import { rowElement } from './piece-virtualizer.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

const MOST_SPOKEN = 200;

type Walked = { rows: readonly DiffRow[]; pairs: readonly PairedLines[]; view: DiffView; count: number };

/** The row of the current line, and whether it is walked along the old side where there are two. */
type At = { row: number; isOld: boolean; spoken: string };

export type RowWalk = {
  /** Index into the rows of the current line; null without one. */
  current: number | null;
  /** The same for a key that comes before the step of the key before it is drawn. */
  currentNow: () => number | null;
  /** The current line in words, empty without one. */
  spoken: string;
  move: DiffWalker['move'];
  crossTo: DiffWalker['crossTo'];
  /** `isStill`: the page stays where it is. */
  goTo: (row: number, isStill?: boolean) => void;
};

function textOf(element: Element | null, row: DiffRow | undefined): string {
  const cells = element?.querySelectorAll('.dt') ?? [];
  const cell = [...cells].at(row?.kind === 'removed' ? 0 : -1)?.cloneNode(true) as Element | undefined;
  // Nothing is heard of signs that draw nothing, or turn the others round: they are named.
  for (const mark of cell?.querySelectorAll<HTMLElement>('.bidi-mark') ?? []) mark.textContent = ` ${mark.title} `;
  const text = cell?.textContent ?? '';
  return text.length > MOST_SPOKEN ? `${text.slice(0, MOST_SPOKEN)}…` : text;
}

/** The row on the other side, of two different ones that are beside each other. */
function beside({ pairs, view }: Walked, row: number): { side: 'old' | 'new'; row: number } | null {
  const pair = view === 'inline' ? undefined : pairs[displayOf(pairs, view, row)];
  if (!pair || pair.left === null || pair.right === null || pair.left === pair.right) return null;
  return pair.left === row ? { side: 'new', row: pair.right } : { side: 'old', row: pair.left };
}

/** The row that the element of a line is found by. */
function mainOf({ pairs, view }: Walked, row: number): number {
  return rowOfDisplay(pairs, view, displayOf(pairs, view, row));
}

/** Makes a line look like the current one: its row, or one side of it. */
function mark(element: HTMLElement | null | undefined, of: Walked, row: number): void {
  const other = beside(of, row);
  element?.classList.add('dr-current');
  if (element && other) element.dataset['at'] = other.side === 'old' ? 'new' : 'old';
}

function unmark(container: HTMLElement | null): void {
  const marked = container?.querySelector<HTMLElement>('.dr-current');
  marked?.classList.remove('dr-current');
  delete marked?.dataset['at'];
}

function wordsOf(element: Element | null, of: Walked, index: number): string {
  const row = of.rows[index];
  const words = lineLabel(row, row?.kind === 'match' || row?.kind === 'fold' ? undefined : textOf(element, row));
  const other = beside(of, index);
  return other ? `${words}, beside ${lineLabel(of.rows[other.row])}` : words;
}

/** The current line of a diff, moved by keys. Marked in the markup itself, so that a step draws no line again. */
export function useRowWalk(container: RefObject<HTMLDivElement | null>, of: Walked): RowWalk {
  const [state, setState] = useState<At | null>(null);
  const latest = useRef({ ...of, state });
  useLayoutEffect(() => {
    latest.current = { ...of, state };
  });
  const current = state === null || state.row >= of.rows.length ? null : state.row;

  const show = useCallback(
    (to: Omit<At, 'spoken'> | null, isStill = false) => {
      const now = latest.current;
      unmark(container.current);
      if (to === null) {
        latest.current = { ...now, state: null };
        setState(null);
        return;
      }
      const element = rowElement(container.current, mainOf(now, to.row));
      mark(element, now, to.row);
      if (element && !isStill) {
        clearOfHeader(element);
        element.scrollIntoView({ block: 'nearest' });
      }
      const next = { ...to, spoken: wordsOf(element, now, to.row) };
      latest.current = { ...now, state: next };
      setState(next);
    },
    [container],
  );

  const move = useCallback(
    (unit: WalkUnit, by: 1 | -1) => {
      const now = latest.current;
      const { row: begun, isOld } = now.state ?? { row: null, isOld: false };
      const isChanged = (display: number) => {
        const row = now.rows[rowOfDisplay(now.pairs, now.view, display)];
        return row?.isHidden !== true && (row?.kind === 'added' || row?.kind === 'removed' || row?.kind === 'fold');
      };
      const isHidden = (display: number) => now.rows[rowOfDisplay(now.pairs, now.view, display)]?.isHidden === true;
      const stepFrom = (from: number | null) => nextDisplay({ unit, by, from, count: now.count, isChanged });
      let next = stepFrom(begun === null ? null : displayOf(now.pairs, now.view, begun));
      while (next !== null && isHidden(next)) next = stepFrom(next);
      if (next === null) return false;
      show({ row: rowOfDisplay(now.pairs, now.view, next, isOld), isOld });
      container.current?.focus({ preventScroll: true });
      return true;
    },
    [container, show],
  );

  const crossTo = useCallback(
    (side: 'old' | 'new') => {
      const now = latest.current;
      const other = now.state && beside(now, now.state.row);
      if (other?.side !== side) return false;
      show({ row: other.row, isOld: side === 'old' });
      container.current?.focus({ preventScroll: true });
      return true;
    },
    [container, show],
  );

  const goTo = useCallback(
    (row: number, isStill = false) => {
      const now = latest.current;
      if (displayOf(now.pairs, now.view, row) >= 0) show({ row, isOld: beside(now, row)?.side === 'new' }, isStill);
    },
    [show],
  );

  const currentNow = useCallback(() => {
    const { state: now, rows } = latest.current;
    return now === null || now.row >= rows.length ? null : now.row;
  }, []);
  const lineCode = useCallback(() => latest.current.rows[latest.current.state?.row ?? -1]?.lineCode ?? null, []);

  useEffect(() => {
    if (container.current) registerWalker(container.current, { move, crossTo, leave: () => show(null), lineCode });
  }, [container, move, crossTo, show, lineCode]);

  useAfterDrawing(container, () => {
    if (current === null || container.current?.querySelector('.dr-current')) return;
    mark(container.current?.querySelector<HTMLElement>(`tr.dr[data-i="${mainOf(of, current)}"]`), of, current);
  });

  return { current, currentNow, spoken: state?.spoken ?? '', move, crossTo, goTo };
}
