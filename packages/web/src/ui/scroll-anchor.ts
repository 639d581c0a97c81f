import { type FocusEvent, useEffect, useRef } from 'react';

const FIELD = 'textarea, input, [contenteditable="true"]';

/** The same part of the page when it was drawn again, by its name; null when it is gone. */
function asItIs(element: Element): Element | null {
  return element.isConnected ? element : element.id === '' ? null : document.getElementById(element.id);
}

/** Until the end of it, what changes around this does not move it. Browsers do that for some pages and not for others. */
function hold(field: Element, isWanted: (top: number) => boolean = () => true): () => void {
  const end = new AbortController();
  const place = () => asItIs(field)?.getBoundingClientRect().top ?? null;
  // Asked for with the first frame, which is laid out by then: a form that opens would be laid out twice.
  let top: number | null = null;
  // Before the frame is painted: nobody sees it move.
  const observer = new ResizeObserver(() => {
    const now = place();
    // What is drawn again comes back with the same frame, or the next; what is gone has no place to be kept at.
    if (now === null) return;
    const moved = now - (top ?? now);
    if (isWanted(now - moved) && Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
    top = place();
  });
  observer.observe(document.body);
  window.addEventListener('scroll', () => (top = place()), { passive: true, signal: end.signal });
  return () => {
    observer.disconnect();
    end.abort();
  };
}

/** Entries that are added to a list above this do not push it out while its beginning is in the window. */
export function holdBelowList(element: Element, count: () => number): () => void {
  let known = count();
  return hold(element, (top) => {
    const before = known;
    known = count();
    return known > before && top >= 0 && top < window.innerHeight;
  });
}

const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** The same until someone reads on: by any key or press, or until it has left the window. */
export function holdUntilReadOn(element: Element): () => void {
  const end = new AbortController();
  end.signal.addEventListener('abort', hold(element));
  const stop = () => end.abort();
  const options = { passive: true, capture: true, signal: end.signal };
  for (const each of READING) window.addEventListener(each, stop, options);
  const look = () => {
    const shown = asItIs(element);
    if (!shown) return stop();
    const { top, bottom } = shown.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) stop();
    return undefined;
  };
  window.addEventListener('scroll', look, options);
  return stop;
}

/** While someone writes in a field of this part, news above it leave it where it is. Spread over the element around it. */
export function useScrollAnchor() {
  const end = useRef<(() => void) | null>(null);
  const stop = () => {
    end.current?.();
    end.current = null;
  };
  useEffect(() => stop, []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      stop();
      if (target.matches(FIELD)) end.current = hold(target);
    },
    onBlur: stop,
  };
}
