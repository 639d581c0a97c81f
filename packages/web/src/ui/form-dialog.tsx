import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogFooter, type DialogProps } from './dialog.tsx';
import { type Form, FormError, type FormValues } from './form.tsx';

export type FormDialogProps<V extends FormValues> = Pick<DialogProps, 'title' | 'text' | 'width'> & {
  form: Form<V>;
  /** On the button that sends the form. */
  action: string;
  /** False where there is nothing to send yet. */
  isReady?: boolean;
  isDangerous?: boolean;
  /** Closes the dialog without sending anything. */
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog that is one form: its fields, Cancel, and the button that sends it. It is there while it is open. */
export function FormDialog<V extends FormValues>(props: FormDialogProps<V>) {
  const { form, action, isReady = true, isDangerous = false, onClose, children, ...dialog } = props;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} {...dialog}>
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        {children}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={form.busy} disabled={!isReady}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
