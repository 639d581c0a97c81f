import type { LucideIcon } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { layerFile } from './layer-file.ts';
import { type LazyPart, useArrival } from './lazy-part.tsx';
import type * as MenuLayer from './menu-layer.tsx';
import { FloatingMissingPart } from './missing-part.tsx';
import { Slot } from './slot.tsx';

/*
 * A menu is not needed for the first view: this file draws the trigger, and the menu itself (with its positioning) is
 * loaded when the page is idle or when someone reaches for it.
 */

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Menu items of this file. */
  children: ReactNode;
  /** What draws the items where that is a file of its own: the menu opens when it is there. */
  later?: LazyPart | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
};

export type MenuItemProps = {
  children: ReactNode;
  icon?: LucideIcon | undefined;
  /** Name of the shortcut that does the same. */
  hotkey?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Second, quiet line. */
  hint?: ReactNode;
  /** Id of the label that says more of it and others. */
  describedBy?: string | undefined;
  onSelect: (event: Event) => void;
};

export type MenuLinkItemProps = Omit<MenuItemProps, 'onSelect' | 'describedBy'> & {
  href: string;
  native?: boolean;
  /** Given where the places stand for one choice: the one that is shown has the tick. */
  current?: boolean;
};

export type MenuCheckboxItemProps = {
  children: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  keepOpen?: boolean;
};

type Layer = typeof MenuLayer;

const HERE: LazyPart = { preload: () => Promise.resolve(), isThere: () => true };

const file = layerFile<Layer>(() => import('./menu-layer.tsx'));

export const preloadMenus = file.preload;

/** Items are drawn only within an open menu, so the layer is there. */
function loadedLayer(): Layer {
  const layer = file.read();
  if (layer === null) throw new Error('Menu items stand outside of a Menu.');
  return layer;
}

/**
 * Until someone uses it there is its trigger alone, which hears what opens it: a page has hundreds of menus. The exchange
 * makes the trigger again, so that it comes with the first use and not under a hand or a keyboard that is about to.
 */
export function Menu({ open, onOpenChange, later = HERE, ...props }: MenuProps) {
  const { layer: loaded, failures } = file.useState();
  const [isOpen, setOpen] = useState(false);
  const [use, setUse] = useState<'none' | 'hand' | 'keyboard'>('none');
  const shown = open ?? isOpen;
  const hasItems = useArrival(later, shown);
  useEffect(() => {
    if (shown) void preloadMenus();
  }, [shown]);
  const change = (next: boolean): void => {
    // By its first opening it knows by itself whether the keyboard is used.
    if (!next) setUse('hand');
    setOpen(next);
    onOpenChange?.(next);
  };
  if (loaded !== null && hasItems && (shown || use !== 'none')) {
    return (
      <loaded.Menu {...props} open={shown} onOpenChange={change} beginsWithFirst={use === 'keyboard'}>
        <Suspense fallback={null}>{props.children}</Suspense>
      </loaded.Menu>
    );
  }
  const reach = (): void => {
    void preloadMenus();
    void later.preload();
  };
  const begin = (by: 'hand' | 'keyboard'): void => {
    setUse(by);
    change(true);
    void preloadMenus();
  };
  const isMissing = shown && failures > 0;
  return (
    <>
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
      {isMissing && <FloatingMissingPart isBeside onRetry={() => void preloadMenus()} onClose={() => change(false)} />}
    </>
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

export function MenuLabel(props: { children: ReactNode; id?: string }) {
  const { MenuLabel: Label } = loadedLayer();
  return <Label {...props} />;
}

export function MenuSeparator() {
  const { MenuSeparator: Separator } = loadedLayer();
  return <Separator />;
}
