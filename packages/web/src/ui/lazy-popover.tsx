import { useEffect, useState } from 'react';
import { layerFile } from './layer-file.ts';
import { FloatingMissingPart } from './missing-part.tsx';
import type { PopoverProps } from './popover.tsx';
import { Slot } from './slot.tsx';

/*
 * A popover is not needed for the first view: this file draws the trigger, and the popover itself (with its positioning)
 * is loaded when somebody reaches for it.
 */

const file = layerFile(() => import('./popover.tsx'));

/** As `Popover`, for pages whose first view does not show it. */
export function LazyPopover({ open, onOpenChange, ...props }: PopoverProps) {
  const { layer: loaded, failures } = file.useState();
  const preload = () => void file.preload();
  const [isOpen, setOpen] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const shown = open ?? isOpen;
  useEffect(() => {
    if (!shown) return;
    // From now on it may be made anew.
    setFocused(false);
    void file.preload();
  }, [shown]);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  // The exchange makes the trigger anew; while it has focus it stays until it is used.
  if (loaded !== null && (shown || !isFocused)) {
    return <loaded.Popover {...props} open={shown} onOpenChange={change} />;
  }
  return (
    <>
      <Slot
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={() => {
          setFocused(true);
          preload();
        }}
        onBlur={() => setFocused(false)}
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
