import { type FocusEvent, useEffect, useRef } from 'react';

const FIELD = 'textarea, input, [contenteditable="true"]';

/** Until the end of it, what changes around the field does not move it. Browsers do that for some pages and not for others. */
function hold(field: Element): () => void {
  const end = new AbortController();
  const place = () => field.getBoundingClientRect().top;
  // Asked for with the first frame, which is laid out by then: a form that opens would be laid out twice.
  let top: number | null = null;
  // Before the frame is painted: nobody sees it move.
  const observer = new ResizeObserver(() => {
    const moved = place() - (top ?? place());
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
    top = place();
  });
  observer.observe(document.body);
  window.addEventListener('scroll', () => (top = place()), { passive: true, signal: end.signal });
  return () => {
    observer.disconnect();
    end.abort();
  };
}

/** While somebody writes in a field of this part, news above it leave it where it is. Spread over the element around it. */
export function useKeepInPlace() {
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
