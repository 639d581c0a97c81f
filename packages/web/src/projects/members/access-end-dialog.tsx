import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type AccessEndDialogProps = {
  /** Whose access it is. */
  name: string;
  expiresAt: string | null;
  save: (expiresAt: string) => Promise<void>;
  onClose: () => void;
};

/** The day on which a membership ends by itself. */
export function AccessEndDialog({ name, expiresAt: initial, save, onClose }: AccessEndDialogProps) {
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const form = useForm({
    initial: { expiresAt: initial ?? '' },
    onSubmit: async ({ expiresAt }) => {
      await save(expiresAt);
      await reloadPage();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Access expiration date for ${name}`}
      width="sm"
    >
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <TextField
          label="Access expiration date"
          type="date"
          min={tomorrow}
          hint="Leave blank for no expiration date."
          {...form.text('expiresAt')}
        />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.isDirty}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
