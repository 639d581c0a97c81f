import type { LabelEntry, LabelsPageData } from '@tributary/contract/planning/page.ts';
import clsx from 'clsx';
import { Button } from '../ui/button.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { Label } from '../ui/label.tsx';
import { TextField } from '../ui/text-field.tsx';

export type LabelBody = { name: string; color: string; description: string };

export type LabelFormProps = {
  label: LabelEntry | null;
  suggestedColors: LabelsPageData['suggestedColors'];
  submitLabel: string;
  onSubmit: (body: LabelBody) => Promise<void>;
  onCancel: () => void;
};

const FIRST_COLOR = '#428bca';

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

type SwatchProps = { value: string; name: string; isChosen: boolean; onChoose: () => void };

function Swatch({ value, name, isChosen, onChoose }: SwatchProps) {
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'control-square size-6 rounded-sm',
        isChosen && 'outline-2 outline-offset-1 outline-focus outline-solid',
      )}
      style={{ backgroundColor: value }}
    />
  );
}

/** Name, color and meaning of a label, with how it will look. */
export function LabelForm({ label, suggestedColors, submitLabel, onSubmit, onCancel }: LabelFormProps) {
  const form = useForm({
    initial: {
      name: label?.name ?? '',
      description: label?.description ?? '',
      color: label?.color ?? suggestedColors[0]?.value ?? FIRST_COLOR,
    },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(!isColor(values.color) && { color: 'Enter a color such as #428bca.' }),
    }),
    onSubmit: (values) => onSubmit(values),
  });
  const { name, color } = form.values;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField
        label="Name"
        autoFocus
        required
        hint="With type::bug, an item has only one label that begins with type::."
        {...form.text('name')}
      />
      <TextField label="Description" {...form.text('description')} />
      <div className="flex flex-col gap-2">
        <TextField
          label="Color"
          required
          className="max-w-40"
          suffix={
            <span className="size-5 rounded-sm border" style={isColor(color) ? { backgroundColor: color } : {}} />
          }
          {...form.text('color')}
        />
        <div className="flex flex-wrap gap-1.5" role="group" aria-label="Suggested colors">
          {suggestedColors.map((each) => (
            <Swatch
              key={each.value}
              {...each}
              isChosen={color.toLowerCase() === each.value.toLowerCase()}
              onChoose={() => form.set({ color: each.value })}
            />
          ))}
        </div>
      </div>
      <div className="flex min-h-5 items-center gap-2 text-fg-muted">
        <span>Looks like</span>
        <Label title={name.trim() === '' ? 'label' : name} color={color} />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
