import { useLayoutEffect } from 'react';
import { findLayer } from './find-switch.ts';

let typed = '';

// Given up, or done with: the next time begins with nothing.
findLayer.subscribe(() => {
  if (!findLayer.isOpen()) typed = '';
});

/** What was typed for the panel so far: it may be drawn a while before it is shown, and until then more is typed. */
export const bufferedKeystrokes = (): string => typed;

/** The same, for the panel that is there now; the second time nothing. */
export function takeBufferedKeystrokes(): string {
  const text = typed;
  typed = '';
  return text;
}

/** While the panel is on its way its keys are kept for it, and none of them acts as a shortcut. */
function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') findLayer.close();
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Stands where the panel will. Its keys are the panel's from the moment that the panel is on the page, and not before. */
export function KeystrokeBuffer() {
  useLayoutEffect(() => {
    document.addEventListener('keydown', keep, { capture: true });
    return () => document.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}
