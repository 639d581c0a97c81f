import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusFirstField, scrimClasses } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: 'left' | 'right';
  children: ReactNode;
};

/** A panel from the side: what a sidebar becomes on small screens. */
export function Sheet({ open, onOpenChange, title, side = 'right', children }: SheetProps) {
  const { onOpen, onClose } = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrimClasses} />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            onOpen();
            focusFirstField(event);
          }}
          onCloseAutoFocus={onClose}
          className={clsx(
            'fixed inset-y-0 z-40 flex w-80 max-w-[calc(100vw-3rem)] flex-col bg-overlay shadow-float outline-none',
            side === 'right' ? 'right-0 animate-slide-left' : 'left-0 animate-slide-right',
          )}
        >
          <div className="flex h-12 shrink-0 items-center gap-2 border-b pr-2 pl-4">
            <Primitive.Title className="min-w-0 flex-1 truncate text-h3">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" />
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
