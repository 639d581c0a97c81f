import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { floatingClasses, optionClasses } from './floating.ts';
import { HotkeyHint } from './hotkey-hint.tsx';
import type { MenuCheckboxItemProps, MenuItemProps, MenuLinkItemProps, MenuProps } from './menu.tsx';

/** For a menu that is there only since it was opened by the keyboard, and so saw no key: that goes to the first item. */
function FirstItemFocus() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const menu = place.current?.closest('[role="menu"]');
    menu?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus({ preventScroll: true });
  }, []);
  return <span ref={place} hidden />;
}

export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  beginsWithFirst = false,
}: MenuProps & { beginsWithFirst?: boolean }) {
  return (
    <Primitive.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(
            floatingClasses,
            'max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 overflow-y-auto p-1',
            className,
          )}
        >
          {beginsWithFirst && <FirstItemFocus />}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type MenuItemBodyProps = Omit<MenuItemProps, 'onSelect' | 'describedBy'>;

function ItemBody({ children, icon: Icon, hotkey, danger = false, hint }: MenuItemBodyProps) {
  return (
    <>
      {Icon !== undefined && (
        <Icon size={14} className={clsx('shrink-0', danger ? 'text-failed' : 'text-fg-faint')} aria-hidden />
      )}
      <span className="min-w-0 flex-1">
        {children}
        {hint !== undefined && <span className="block text-sm text-fg-muted">{hint}</span>}
      </span>
      {hotkey !== undefined && <HotkeyHint of={hotkey} />}
    </>
  );
}

export function MenuItem({ onSelect, describedBy, ...props }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={props.disabled === true}
      aria-describedby={describedBy}
      onSelect={onSelect}
      className={clsx(optionClasses, props.danger === true && 'text-failed')}
    >
      <ItemBody {...props} />
    </Primitive.Item>
  );
}

export function MenuLinkItem({ href, native = false, current, ...props }: MenuLinkItemProps) {
  return (
    <Primitive.Item asChild disabled={props.disabled === true}>
      <a
        href={href}
        aria-current={current === true ? 'true' : undefined}
        data-native={native ? '' : undefined}
        className={clsx(optionClasses, props.danger === true && 'text-failed')}
      >
        {current !== undefined && <span className="w-4 shrink-0">{current && <Check size={14} aria-hidden />}</span>}
        <ItemBody {...props} />
      </a>
    </Primitive.Item>
  );
}

function Tick() {
  return (
    <span className="w-4 shrink-0">
      <Primitive.ItemIndicator>
        <Check size={14} aria-hidden />
      </Primitive.ItemIndicator>
    </span>
  );
}

export function MenuCheckboxItem({ children, checked, onCheckedChange, keepOpen = false }: MenuCheckboxItemProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => {
        if (keepOpen) event.preventDefault();
      }}
      className={optionClasses}
    >
      <Tick />
      {children}
    </Primitive.CheckboxItem>
  );
}

export function MenuRadioGroup(props: { value: string; onValueChange: (value: string) => void; children: ReactNode }) {
  return <Primitive.RadioGroup {...props} />;
}

export function MenuRadioItem({ value, hint, children }: { value: string; hint?: string; children: ReactNode }) {
  const hintId = useId();
  const described = hint === undefined ? {} : { 'aria-labelledby': `${hintId}-name`, 'aria-describedby': hintId };
  return (
    <Primitive.RadioItem value={value} className={optionClasses} {...described}>
      <Tick />
      {hint === undefined ? (
        children
      ) : (
        <span className="max-w-64">
          <span id={`${hintId}-name`} className="block">
            {children}
          </span>
          <span id={hintId} className="block text-sm text-fg-muted">
            {hint}
          </span>
        </span>
      )}
    </Primitive.RadioItem>
  );
}

export function MenuLabel({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <div id={id} className="px-2 pt-1.5 pb-1 text-sm font-medium text-fg-faint">
      {children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-line" />;
}
