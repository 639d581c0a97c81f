import { useEffect, useState, useSyncExternalStore } from 'react';
import type * as PopoverLayer from './popover.tsx';
import type { PopoverProps } from './popover.tsx';
import { Slot } from './slot.tsx';

/*
 * A popover is not needed for the first view: this file draws the trigger, and the popover itself (with its positioning)
 * is loaded when somebody reaches for it.
 */

let layer: typeof PopoverLayer | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  layer = await import('./popover.tsx');
  for (const listener of listeners) listener();
}

/** A failure (offline) is tried again with the next reach. */
function preload(): void {
  loading ??= load().catch(() => {
    loading = null;
  });
}

function useLayer(): typeof PopoverLayer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => layer,
  );
}

/** As `Popover`, for pages whose first view does not show it. */
export function LazyPopover({ open, onOpenChange, ...props }: PopoverProps) {
  const loaded = useLayer();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const shown = open ?? isOpen;
  useEffect(() => {
    if (shown) preload();
  }, [shown]);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  // The exchange makes the trigger anew; while it has focus it stays until it is used.
  if (loaded !== null && (shown || isWanted || !isFocused)) {
    return <loaded.Popover {...props} open={shown} onOpenChange={change} />;
  }
  return (
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
        setWanted(true);
        change(true);
      }}
    >
      {props.trigger}
    </Slot>
  );
}
