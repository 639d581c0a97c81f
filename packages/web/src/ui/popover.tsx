import clsx from 'clsx';
import { Popover as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { floatingClasses } from './floating.ts';

export type PopoverProps = {
  trigger: ReactElement;
  /** Heading, and name for readers. */
  title: string;
  titleHidden?: boolean;
  /** Text and fields keep their distance from the edge; lists to choose from reach to it. */
  padded?: boolean;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  width?: 'sm' | 'md' | 'lg';
};

const widths = { sm: 'w-56', md: 'w-80', lg: 'w-120' };

/** What was focused on purpose by what was chosen keeps it; otherwise it goes back to the trigger. */
function keepFocusMoved(event: Event): void {
  const { activeElement } = document;
  const layer = event.currentTarget;
  if (activeElement === null || activeElement === document.body) return;
  if (!(layer instanceof Node && layer.contains(activeElement))) event.preventDefault();
}

export function Popover(props: PopoverProps) {
  const {
    trigger,
    title,
    titleHidden = false,
    padded = false,
    children,
    open,
    onOpenChange,
    align = 'start',
    side = 'bottom',
    width = 'md',
  } = props;
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={title}
          onCloseAutoFocus={keepFocusMoved}
          className={clsx(
            floatingClasses,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto',
            widths[width],
          )}
        >
          {!titleHidden && <div className="border-b px-3 py-2 font-medium">{title}</div>}
          {padded ? <div className="p-3">{children}</div> : children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
