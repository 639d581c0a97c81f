import { FormError, useForm } from '../../ui/form.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type PathFormProps = {
  path: string;
  /** Address up to the path, with its slash. */
  prefix: string;
  hint: string;
  onSave: (path: string) => Promise<void>;
};

/** The last part of the address. It has a button of its own, since every clone and link follows from it. */
export function PathForm({ path, prefix, hint, onSave }: PathFormProps) {
  const form = useForm({
    asksBeforeLeaving: true,
    initial: { path },
    validate: (values) => (values.path.trim() === '' ? { path: 'Enter a path.' } : {}),
    onSubmit: (values) => onSave(values.path.trim()),
  });
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-3 border-b pb-4">
      <FormError form={form} />
      <TextField
        label="Path"
        required
        spellCheck={false}
        autoCapitalize="none"
        hint={
          <>
            <span className="block wrap-anywhere">{prefix + form.values.path}</span>
            {hint}
          </>
        }
        {...form.text('path')}
      />
      <div>
        <SaveButton ready={form.isDirty} busy={form.busy} variant="secondary">
          Change path
        </SaveButton>
      </div>
    </form>
  );
}
