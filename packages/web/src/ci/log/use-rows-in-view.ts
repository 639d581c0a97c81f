import { type RefObject, useEffect, useState } from 'react';

export const ROW_PX = 20;
/** Rows above and below what is seen, so that quick scrolling finds some. */
const MARGIN = 20;

export type RowsInView = { first: number; last: number };

/** Which rows of a scrolling box are seen, of `count` with one height. */
export function useRowsInView(
  box: RefObject<HTMLElement | null>,
  count: number,
  onScroll: (isAtEnd: boolean) => void,
): RowsInView {
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const top = Math.floor(element.scrollTop / ROW_PX);
      const height = element.clientHeight;
      setSeen((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    const scrolled = (): void => {
      measure();
      onScroll(element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_PX);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [box, onScroll]);
  const first = Math.max(0, Math.min(seen.top, count - 1) - MARGIN);
  return { first, last: Math.min(count, seen.top + Math.ceil(seen.height / ROW_PX) + MARGIN) };
}
