import { type FocusEvent, type PointerEvent, useEffect, useId } from 'react';
import { tooltipStore } from './tooltip-store.ts';

function buttonOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('button[aria-label]') : null;
}

/** Whether the pointer came from outside of the button, or left it. */
function crosses(button: HTMLElement | null, { relatedTarget }: PointerEvent): button is HTMLElement {
  return button !== null && !(relatedTarget instanceof Node && button.contains(relatedTarget));
}

/** `Tooltip` for many buttons at once, each with its name: spread over the element around them. */
export function useTooltips() {
  const id = useId();
  useEffect(() => () => tooltipStore.hide(id), [id]);
  const show = (anchor: HTMLElement, isDelayed: boolean) => {
    const text = anchor.getAttribute('aria-label') ?? '';
    tooltipStore.show({ id, anchor, text, hotkey: undefined, side: 'top' }, isDelayed);
  };
  const hide = () => tooltipStore.hide(id);
  return {
    onPointerOver: (event: PointerEvent) => {
      const button = buttonOf(event.target);
      if (event.pointerType !== 'touch' && crosses(button, event)) show(button, true);
    },
    onPointerOut: (event: PointerEvent) => {
      if (crosses(buttonOf(event.target), event)) hide();
    },
    onFocus: ({ target }: FocusEvent) => {
      const button = buttonOf(target);
      if (button?.matches(':focus-visible')) show(button, false);
    },
    onBlur: hide,
    onPointerDown: hide,
  };
}
