import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  width?: 'sm' | 'md' | 'lg' | undefined;
  trigger?: ReactElement | undefined;
};

const widths = { sm: 'max-w-96', md: 'max-w-130', lg: 'max-w-200' };

/** Of radios the chosen one, or the first of those of which none is; not the field of a button for files. */
const FIELD = [
  'input:not([type="hidden"], [type="radio"]:not(:checked), [hidden]):enabled',
  '[role="radiogroup"]:not(:has(:checked)) input:enabled',
  'textarea:enabled',
  'select:enabled',
].join();

/** A dialog starts at its first field; one without fields is read from its title, not from the close button. */
export function focusFirstField(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement)) return;
  // Not `autoFocus`: that comes before the dialog has seen where to go back to.
  const wanted = content.querySelector<HTMLElement>('[data-autofocus]') ?? content.querySelector<HTMLElement>(FIELD);
  wanted?.focus({ preventScroll: true });
  // What cannot be focused now leaves the keyboard behind the dialog.
  if (!content.contains(document.activeElement)) content.focus({ preventScroll: true });
}

export const scrimClasses = 'fixed inset-0 z-30 animate-appear bg-scrim';

/** Esc and the ground close it; focus stays inside and goes back where it was. */
export function Dialog({ open, onOpenChange, title, text, children, width = 'md', trigger }: DialogProps) {
  const { onOpen, onClose } = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger !== undefined && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={scrimClasses} />
        <Primitive.Content
          onOpenAutoFocus={(event) => {
            onOpen();
            focusFirstField(event);
          }}
          onCloseAutoFocus={onClose}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          className={clsx(
            'forced-border fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[calc(100dvh-2rem)] w-full animate-rise flex-col bg-overlay shadow-float outline-none',
            'rounded-t-md sm:top-[12vh] sm:bottom-auto sm:max-h-[76vh] sm:rounded-md',
            widths[width],
          )}
        >
          <div className="flex items-start gap-3 px-4 pt-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="py-0.5 text-h2">{title}</Primitive.Title>
              {text !== undefined && <Primitive.Description className="text-fg-muted">{text}</Primitive.Description>}
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" />
            </Primitive.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pt-3 pb-4">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Actions of a dialog; the main one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap justify-end gap-2">{children}</div>;
}
