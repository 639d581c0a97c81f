import { type ReactNode, useState } from 'react';
import { type Form, type FormValues, useForm, type UseFormOptions } from './form.tsx';
import { SaveButton } from './save-button.tsx';
import { SavedNote } from './saved-note.tsx';

export type SettingsForm<V extends FormValues> = Form<V> & { isSaved: boolean };

/** A form that stays on its page: asks before unsaved changes are left, and knows that they were saved until the next change. */
export function useSettingsForm<V extends FormValues>(options: UseFormOptions<V>): SettingsForm<V> {
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    asksBeforeLeaving: true,
    ...options,
    onSubmit: async (values) => {
      await options.onSubmit(values);
      setSaved(true);
    },
  });
  return { ...form, isSaved: isSaved && !form.isDirty && !form.busy && form.message === null };
}

/** The button that saves a settings form, and "Saved" beside it. */
export function SaveRow({
  form,
  children = 'Save changes',
}: {
  form: Pick<SettingsForm<FormValues>, 'isDirty' | 'busy' | 'isSaved'>;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3">
      <SaveButton ready={form.isDirty} busy={form.busy}>
        {children}
      </SaveButton>
      <SavedNote shown={form.isSaved} />
    </div>
  );
}
