import { useRef } from 'react';

/** What opened a layer: for an item of a menu, which goes away, the button of the menu. */
function openerOf(element: Element | null): Element | null {
  const labelledBy = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null;
  return labelledBy === null ? element : document.getElementById(labelledBy);
}

/**
 * Gives focus back to what had it when a layer opened. The primitives do so only for layers with a trigger of their own.
 * What has been focused on purpose meanwhile, such as the heading of the next page, keeps it.
 */
export function useReturnFocus(): { onOpen: () => void; onClose: (event: Event) => void } {
  const opener = useRef<Element | null>(null);
  return {
    onOpen: () => {
      opener.current = openerOf(document.activeElement);
    },
    onClose: (event) => {
      const target = opener.current;
      const { activeElement } = document;
      const layer = event.currentTarget;
      const isMoved =
        activeElement !== null &&
        activeElement !== document.body &&
        !(layer instanceof Node && layer.contains(activeElement));
      if (!isMoved && !(target instanceof HTMLElement && target.isConnected && target !== document.body)) return;
      event.preventDefault();
      if (!isMoved && target instanceof HTMLElement) target.focus();
    },
  };
}
