import { useEffect, useState } from 'react';
import { layerFile } from './layer-file.ts';
import { FloatingMissingPart } from './missing-part.tsx';
import type { PopoverProps } from './popover.tsx';
import { Slot } from './slot.tsx';

/*
 * A popover is not needed for the first view: this file draws the trigger, and the popover itself (with its positioning)
 * is loaded when someone reaches for it.
 */

const file = layerFile(() => import('./popover.tsx'));

/** As `Popover`, for pages whose first view does not show it. */
export function LazyPopover({ open, onOpenChange, ...props }: PopoverProps) {
  const { layer: loaded, failures } = file.useState();
  const preload = () => void file.preload();
  const [isOpen, setOpen] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const shown = open ?? isOpen;
  useEffect(() => {
    if (!shown) return;
    if (loaded !== null) setWasShown(true);
    void file.preload();
  }, [shown, loaded]);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  // The exchange makes the trigger again: under a hand that has gone down on it, or the keyboard, the press would be lost.
  if (loaded !== null && (shown || wasShown)) {
    return <loaded.Popover {...props} open={shown} onOpenChange={change} />;
  }
  return (
    <>
      <Slot
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          change(true);
          preload();
        }}
      >
        {props.trigger}
      </Slot>
      {shown && failures > 0 && <FloatingMissingPart isBeside onRetry={preload} onClose={() => change(false)} />}
    </>
  );
}
