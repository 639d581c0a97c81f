import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { extendRange, formatLineRange, type LineRange, parseLineRange } from '../model/line-range.ts';

/** A range beyond this is named in the address, but only its beginning is marked. */
const MAX_MARKED = 5_000;

function mark(container: HTMLElement, range: LineRange): void {
  for (let line = range.from; line <= Math.min(range.to, range.from + MAX_MARKED); line++) {
    container.querySelector(`#L${line}`)?.classList.add('cl-selected');
  }
}

function unmark(container: HTMLElement): void {
  for (const line of container.querySelectorAll('.cl-selected')) line.classList.remove('cl-selected');
}

/** The hash stays out of the navigation: choosing a line moves nothing and makes no history. */
function writeHash(hash: string): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search + hash);
}

export type LineSelection = {
  range: LineRange | null;
  /** Chooses a line, or with shift all up to it. */
  choose: (line: number, isShift: boolean) => void;
  clear: () => void;
};

/** Which lines the address names. They are marked in HTML that React does not own, hence by hand. */
export function useLineSelection(container: RefObject<HTMLElement | null>, drawn: unknown): LineSelection {
  const [range, setRange] = useState<LineRange | null>(() => parseLineRange(window.location.hash));
  const anchor = useRef<number | null>(range?.from ?? null);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    unmark(element);
    if (range !== null) mark(element, range);
    if (isFirst.current && range !== null)
      element.querySelector(`#L${range.from}`)?.scrollIntoView({ block: 'center' });
    isFirst.current = false;
  }, [range, container, drawn]);

  useEffect(() => {
    const read = (): void => {
      isFirst.current = true;
      setRange(parseLineRange(window.location.hash));
    };
    window.addEventListener('hashchange', read);
    window.addEventListener('popstate', read);
    return () => {
      window.removeEventListener('hashchange', read);
      window.removeEventListener('popstate', read);
    };
  }, []);

  const choose = useCallback((line: number, isShift: boolean) => {
    const next = extendRange(anchor.current, line, isShift);
    if (!isShift) anchor.current = line;
    writeHash(formatLineRange(next));
    setRange(next);
  }, []);
  const clear = useCallback(() => {
    anchor.current = null;
    writeHash('');
    setRange(null);
  }, []);
  return { range, choose, clear };
}
