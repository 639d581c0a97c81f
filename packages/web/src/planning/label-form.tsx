import type { LabelEntry, LabelsPageData } from '@tributary/contract/planning/page.ts';
import clsx from 'clsx';
import { Button } from '../ui/button.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { Label } from '../ui/label.tsx';
import { TextField } from '../ui/text-field.tsx';

export type LabelBody = { name: string; color: string; description: string; priority?: number | null };

export type LabelFormProps = {
  label: LabelEntry | null;
  suggestedColors: LabelsPageData['suggestedColors'];
  submitLabel: string;
  onSubmit: (body: LabelBody) => Promise<void>;
  onCancel: () => void;
};

const FIRST_COLOR = '#428bca';

/** Name, colour and meaning of a label, with how it will look. */
export function LabelForm({ label, suggestedColors, submitLabel, onSubmit, onCancel }: LabelFormProps) {
  const form = useForm({
    initial: {
      name: label?.name ?? '',
      description: label?.description ?? '',
      color: label?.color ?? suggestedColors[0]?.value ?? FIRST_COLOR,
    },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(!/^#[0-9a-f]{6}$/i.test(values.color) && { color: 'Enter a colour such as #428bca.' }),
    }),
    onSubmit: (values) => onSubmit(values),
  });
  const { name, color } = form.values;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField
        label="Name"
        required
        hint="Write type::bug to allow one label of the type on an item."
        {...form.text('name')}
      />
      <TextField label="Description" {...form.text('description')} />
      <TextField label="Colour" required {...form.text('color')} />
      <div className="flex flex-wrap gap-1" role="group" aria-label="Suggested colours">
        {suggestedColors.map((each) => (
          <button
            key={each.value}
            type="button"
            title={each.name}
            aria-label={each.name}
            aria-pressed={color === each.value}
            onClick={() => form.set({ color: each.value })}
            className={clsx('size-6 rounded-sm', color === each.value && 'outline-2 outline-offset-1 outline-focus')}
            style={{ backgroundColor: each.value }}
          />
        ))}
      </div>
      {name.trim() !== '' && /^#[0-9a-f]{6}$/i.test(color) && (
        <p>
          <Label title={name} color={color} />
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
