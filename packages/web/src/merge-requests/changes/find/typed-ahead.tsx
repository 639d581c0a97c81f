import { useEffect } from 'react';
import { findLayer } from './find-switch.ts';

let typed = '';

/** What was typed for the panel before it was there; the second time nothing. */
export function takeTypedAhead(): string {
  const text = typed;
  typed = '';
  return text;
}

/** While the panel is on its way its keys are kept for it, and none of them acts as a shortcut. */
function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') {
    typed = '';
    findLayer.close();
  } else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Stands where the panel will. */
export function TypedAhead() {
  useEffect(() => {
    typed = '';
    document.addEventListener('keydown', keep, { capture: true });
    return () => document.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}
