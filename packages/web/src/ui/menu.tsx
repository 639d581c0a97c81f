import type { LucideIcon } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type * as MenuLayer from './menu-layer.tsx';
import { Slot } from './slot.tsx';

/*
 * A menu is not needed for the first view: this file draws the trigger, and the menu itself (with its positioning) is
 * loaded when the page is idle or when somebody reaches for it.
 */

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Menu items of this file. */
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
};

export type MenuItemProps = {
  children: ReactNode;
  icon?: LucideIcon | undefined;
  hotkey?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Second, quiet line. */
  hint?: ReactNode;
  onSelect: (event: Event) => void;
};

export type MenuLinkItemProps = Omit<MenuItemProps, 'onSelect'> & { href: string; native?: boolean };

export type MenuCheckboxItemProps = {
  children: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  keepOpen?: boolean;
};

type Layer = typeof MenuLayer;

let layer: Layer | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  layer = await import('./menu-layer.tsx');
  for (const listener of listeners) listener();
}

/** Loads the menus; a failure (offline) is tried again with the next reach. */
export function preloadMenus(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function useLayer(): Layer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => layer,
  );
}

/** Items are drawn only within an open menu, so the layer is there. */
function loadedLayer(): Layer {
  if (layer === null) throw new Error('Menu items stand outside of a Menu.');
  return layer;
}

/**
 * Until somebody uses it there is its trigger alone, which hears what opens it: a page has hundreds of menus. The exchange
 * makes the trigger anew, so that it comes with the first use and not under a hand or a keyboard that is about to.
 */
export function Menu({ open, onOpenChange, ...props }: MenuProps) {
  const loaded = useLayer();
  const [isOpen, setOpen] = useState(false);
  const [use, setUse] = useState<'none' | 'hand' | 'keyboard'>('none');
  const shown = open ?? isOpen;
  useEffect(() => {
    if (shown) void preloadMenus();
  }, [shown]);
  const change = (next: boolean): void => {
    // By its first opening it knows by itself whether the keyboard is used.
    if (!next) setUse('hand');
    setOpen(next);
    onOpenChange?.(next);
  };
  if (loaded !== null && (shown || use !== 'none')) {
    return <loaded.Menu {...props} open={shown} onOpenChange={change} beginsWithFirst={use === 'keyboard'} />;
  }
  const reach = (): void => void preloadMenus();
  const begin = (by: 'hand' | 'keyboard'): void => {
    setUse(by);
    change(true);
  };
  return (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={({ detail }) => begin(detail === 0 ? 'keyboard' : 'hand')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        begin('keyboard');
      }}
    >
      {props.trigger}
    </Slot>
  );
}

export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = loadedLayer();
  return <Item {...props} />;
}

export function MenuLinkItem(props: MenuLinkItemProps) {
  const { MenuLinkItem: Item } = loadedLayer();
  return <Item {...props} />;
}

export function MenuCheckboxItem(props: MenuCheckboxItemProps) {
  const { MenuCheckboxItem: Item } = loadedLayer();
  return <Item {...props} />;
}

export function MenuRadioGroup(props: { value: string; onValueChange: (value: string) => void; children: ReactNode }) {
  const { MenuRadioGroup: Group } = loadedLayer();
  return <Group {...props} />;
}

export function MenuRadioItem(props: { value: string; hint?: string; children: ReactNode }) {
  const { MenuRadioItem: Item } = loadedLayer();
  return <Item {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-1.5 pb-1 text-sm font-medium text-fg-faint">{children}</div>;
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-line" />;
}
