import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.tsx';

export type TooltipProps = {
  text: string;
  hotkey?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** One element that can take focus. */
  children: ReactElement;
};

export function Tooltip({ text, hotkey, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="forced-border z-50 flex max-w-80 animate-appear items-center gap-2 rounded-sm bg-fg px-2 py-1 text-sm text-surface select-none"
        >
          {text}
          {hotkey !== undefined && <Kbd keys={hotkey} inverted />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Once around the app: after one tooltip has opened, the neighbours open at once. */
export const TooltipProvider = Primitive.Provider;
