import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clearOfHeader } from './clear-of-header.ts';
import { type DiffRow, type DiffView, lineWords, type PairedRow, rowOfDisplay } from './diff-row.ts';
import { registerWalker, type WalkUnit } from './diff-walker.ts';
import { nextDisplay } from './next-display.ts';
import { rowElement } from './piece-keeper.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

const MOST_SPOKEN = 200;

type Walked = { rows: readonly DiffRow[]; pairs: readonly PairedRow[]; view: DiffView; count: number };

export type RowWalk = {
  /** Index into the rows of the current line; null without one. */
  current: number | null;
  /** The current line in words, empty without one. */
  spoken: string;
  move: (unit: WalkUnit, by: 1 | -1) => boolean;
  goTo: (row: number) => void;
};

function textOf(element: Element | null, row: DiffRow | undefined): string {
  const cell = element?.querySelectorAll('.dt') ?? [];
  const text = [...cell].at(row?.kind === 'removed' ? 0 : -1)?.textContent ?? '';
  return text.length > MOST_SPOKEN ? `${text.slice(0, MOST_SPOKEN)}…` : text;
}

/** The current line of a diff, moved by keys. Marked in the markup itself, so that a step draws no line anew. */
export function useRowWalk(container: RefObject<HTMLDivElement | null>, of: Walked): RowWalk {
  const { pairs, view, count } = of;
  const [state, setState] = useState<{ display: number; spoken: string } | null>(null);
  const latest = useRef({ ...of, state });
  useLayoutEffect(() => {
    latest.current = { ...of, state };
  });
  const rowOf = (display: number) => rowOfDisplay(pairs, view, display);
  const current = state === null || state.display >= count ? null : rowOf(state.display);

  const show = useCallback(
    (display: number | null) => {
      const now = latest.current;
      if (display === null) {
        container.current?.querySelector('.dr-current')?.classList.remove('dr-current');
        latest.current = { ...now, state: null };
        setState(null);
        return;
      }
      const index = rowOfDisplay(now.pairs, now.view, display);
      const element = rowElement(container.current, index);
      container.current?.querySelector('.dr-current')?.classList.remove('dr-current');
      element?.classList.add('dr-current');
      if (element) clearOfHeader(element);
      element?.scrollIntoView({ block: 'nearest' });
      const row = now.rows[index];
      const spoken = lineWords(row, row?.kind === 'match' || row?.kind === 'fold' ? undefined : textOf(element, row));
      latest.current = { ...now, state: { display, spoken } };
      setState({ display, spoken });
    },
    [container],
  );

  const move = useCallback(
    (unit: WalkUnit, by: 1 | -1) => {
      const now = latest.current;
      const isChanged = (display: number) => {
        const row = now.rows[rowOfDisplay(now.pairs, now.view, display)];
        return row?.isHidden !== true && (row?.kind === 'added' || row?.kind === 'removed' || row?.kind === 'fold');
      };
      const isHidden = (display: number) => now.rows[rowOfDisplay(now.pairs, now.view, display)]?.isHidden === true;
      const stepFrom = (from: number | null) => nextDisplay({ unit, by, from, count: now.count, isChanged });
      let next = stepFrom(now.state?.display ?? null);
      while (next !== null && isHidden(next)) next = stepFrom(next);
      if (next === null) return false;
      show(next);
      container.current?.focus({ preventScroll: true });
      return true;
    },
    [container, show],
  );

  const goTo = useCallback(
    (row: number) => {
      const now = latest.current;
      const display =
        now.view === 'inline' ? row : now.pairs.findIndex((pair) => pair.left === row || pair.right === row);
      if (display >= 0) show(display);
    },
    [show],
  );

  useEffect(() => {
    if (container.current) registerWalker(container.current, { move, leave: () => show(null) });
  }, [container, move, show]);

  useAfterDrawing(container, () => {
    if (current === null || container.current?.querySelector('.dr-current')) return;
    container.current?.querySelector(`tr.dr[data-i="${current}"]`)?.classList.add('dr-current');
  });

  return { current, spoken: state?.spoken ?? '', move, goTo };
}
