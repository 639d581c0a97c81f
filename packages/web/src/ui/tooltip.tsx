import { useEffect, useId, useRef } from 'react';
import type { ReactElement } from 'react';
import { Slot } from './slot.tsx';
import { tooltipStore } from './tooltip-store.ts';
import type { TooltipSide } from './tooltip-store.ts';

export type TooltipProps = {
  text: string;
  /** Name of the shortcut that does the same. */
  hotkey?: string | undefined;
  side?: TooltipSide | undefined;
  /** One element that can take focus. */
  children: ReactElement;
};

/** Explains a control on hover and keyboard focus. The one layer that shows it is `TooltipLayer`. */
export function Tooltip({ text, hotkey, side = 'top', children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const show = (isDelayed: boolean): void => {
    if (anchor.current !== null) tooltipStore.show({ id, anchor: anchor.current, text, hotkey, side }, isDelayed);
  };
  const hide = (): void => tooltipStore.hide(id);
  useEffect(() => {
    tooltipStore.update(id, text); // `Copy` becomes `Copied` while it is shown.
  }, [id, text]);
  useEffect(() => () => tooltipStore.hide(id), [id]);
  return (
    <Slot
      ref={anchor}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') show(true);
      }}
      onPointerLeave={hide}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) show(false);
      }}
      onBlur={hide}
      onPointerDown={hide}
    >
      {children}
    </Slot>
  );
}
