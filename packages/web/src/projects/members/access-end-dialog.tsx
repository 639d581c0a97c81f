import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
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
    <FormDialog
      title={`Access expiration date for ${name}`}
      width="sm"
      form={form}
      action="Save"
      isReady={form.isDirty}
      onClose={onClose}
    >
      <TextField
        label="Access expiration date"
        type="date"
        min={tomorrow}
        hint="Leave blank for no expiration date."
        {...form.text('expiresAt')}
      />
    </FormDialog>
  );
}
