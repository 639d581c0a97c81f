import { type RefObject, useEffect, useState } from 'react';

export const ROW_PX = 20;
/** Rows above and below what is seen, so that quick scrolling finds some. */
const MARGIN = 20;
/** Browsers lay out no taller boxes. In a longer log one step of the scroll bar passes more than one row. */
const MAX_HEIGHT_PX = 16_000_000;

export type RowsInView = { first: number; last: number; topPx: number };

export const heightOfRows = (count: number): number => Math.min(count * ROW_PX, MAX_HEIGHT_PX);

const isScaled = (count: number): boolean => count * ROW_PX > MAX_HEIGHT_PX;

/** Rows that pass while the box scrolls from its top to its end, and how far it scrolls. */
function ranges({ clientHeight }: HTMLElement, count: number): { rows: number; px: number } {
  return {
    rows: Math.max(1, count - Math.floor(clientHeight / ROW_PX)),
    px: Math.max(1, heightOfRows(count) - clientHeight),
  };
}

/** Scrolls a row into the upper third of the box. */
export function scrollToRow(box: HTMLElement, row: number, count: number): void {
  const above = box.clientHeight / 3;
  const { rows, px } = ranges(box, count);
  box.scrollTop = isScaled(count) ? ((row - above / ROW_PX) / rows) * px : Math.max(0, row * ROW_PX - above);
}

/** Which rows of a scrolling box are seen, of `count` with one height. */
export function useRowsInView(
  box: RefObject<HTMLElement | null>,
  count: number,
  onScroll: (isAtEnd: boolean) => void,
): RowsInView {
  const [seen, setSeen] = useState({ top: 0, scrollTop: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { scrollTop, clientHeight: height } = element;
      const { rows, px } = ranges(element, count);
      const top = isScaled(count) ? Math.min(1, scrollTop / px) * rows : Math.floor(scrollTop / ROW_PX);
      setSeen((before) => (before.top === top && before.height === height ? before : { top, scrollTop, height }));
    };
    const scrolled = (): void => {
      measure();
      onScroll(element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_PX);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [box, count, onScroll]);
  const top = Math.min(seen.top, Math.max(0, count - 1));
  const first = Math.max(0, Math.floor(top) - MARGIN);
  const last = Math.min(count, Math.floor(top) + Math.ceil(seen.height / ROW_PX) + MARGIN);
  const topPx = isScaled(count) ? seen.scrollTop - (top - first) * ROW_PX : first * ROW_PX;
  return { first, last, topPx };
}
