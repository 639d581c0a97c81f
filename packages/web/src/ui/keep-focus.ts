import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * For a part of the page that changes by itself (live news) or by its own buttons: when what has focus inside it is
 * drawn no longer, focus goes to what `find` gives, in the same frame, whichever of several causes came first. Someone
 * who has moved on is left where they are. Spread the answer over the element that stays.
 */
export function useKeepFocus<E extends HTMLElement>(find: () => HTMLElement | null | undefined) {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (held.current === null || held.current.isConnected) return;
    held.current = null;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) find()?.focus({ preventScroll: true });
  });
  return {
    onFocus: (event: FocusEvent<E>) => {
      // Layers drawn elsewhere give focus back themselves.
      held.current = event.currentTarget.contains(event.target) ? event.target : null;
    },
    // Not called for what is taken out of the page: React listens to no events while it changes the page.
    onBlur: () => {
      held.current = null;
    },
  };
}
