import { type FocusEvent, type PointerEvent, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { tooltipStore } from './tooltip-store.ts';

/** The button of an event; those of layers that belong to one of ours stand elsewhere in the document. */
function buttonOf({ target, currentTarget }: SyntheticEvent): HTMLElement | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[aria-label]') : null;
  return currentTarget.contains(button) ? button : null;
}

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? '';

/** Whether the pointer came from outside of the button, or left it. */
function crosses(button: HTMLElement | null, { relatedTarget }: PointerEvent): button is HTMLElement {
  return button !== null && !(relatedTarget instanceof Node && button.contains(relatedTarget));
}

/** `Tooltip` for many buttons at once, each with its name: spread over the element around them. */
export function useTooltips() {
  const id = useId();
  useEffect(() => () => tooltipStore.hide(id), [id]);
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    // `Hide` becomes `Show` while it is shown.
    if (last.current) tooltipStore.update(id, nameOf(last.current));
  });
  const show = (anchor: HTMLElement, isDelayed: boolean) => {
    last.current = anchor;
    tooltipStore.show({ id, anchor, text: nameOf(anchor), hotkey: undefined, side: 'top' }, isDelayed);
  };
  const hide = () => tooltipStore.hide(id);
  return {
    onPointerOver: (event: PointerEvent) => {
      const button = buttonOf(event);
      if (event.pointerType !== 'touch' && crosses(button, event)) show(button, true);
    },
    onPointerOut: (event: PointerEvent) => {
      if (crosses(buttonOf(event), event)) hide();
    },
    onFocus: (event: FocusEvent) => {
      const button = buttonOf(event);
      if (button?.matches(':focus-visible')) show(button, false);
    },
    onBlur: hide,
    onPointerDown: hide,
  };
}
