import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ROWS_DRAWN } from './piece-virtualizer.ts';

/** For marks put on rows by hand: rows that are drawn again have lost theirs, e.g. when colours arrive or they come near. */
export function useAfterDrawing(container: RefObject<HTMLElement | null>, mark: () => void): void {
  const latest = useRef(mark);
  useLayoutEffect(() => {
    latest.current = mark;
    mark();
  });
  useEffect(() => {
    const element = container.current;
    const run = () => latest.current();
    element?.addEventListener(ROWS_DRAWN, run);
    return () => element?.removeEventListener(ROWS_DRAWN, run);
  }, [container]);
}
