import type { LabelEntry, LabelsPageData } from '@tributary/contract/planning/page.ts';
import clsx from 'clsx';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { Label } from '../ui/label.tsx';
import { TextField } from '../ui/text-field.tsx';
import { changesOf } from './changes-of.ts';

export type LabelBody = { name?: string; color?: string; description?: string; priority?: number | null };

export type LabelFormProps = {
  /** Null for a new one. */
  label: LabelEntry | null;
  /** In a project labels have a priority; of one from a group above it is all that can be set there. */
  hasPriority: boolean;
  suggestedColors: LabelsPageData['suggestedColors'];
  submitLabel: string;
  /** Of one that is there, `body` is what was changed. */
  onSubmit: (body: LabelBody) => Promise<void>;
  onCancel: () => void;
};

const FIRST_COLOR = '#428bca';

const MAX_PRIORITY = 2_147_483_647;

/** Undefined where the text is no number; null for none. */
function priorityOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= MAX_PRIORITY ? number : undefined;
}

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

function useLabelForm({ label, hasPriority, suggestedColors, onSubmit }: LabelFormProps) {
  const isOwn = label === null || label.can.update;
  // What the editor began with.
  const [began] = useState(label);
  const form = useForm({
    initial: {
      name: label?.name ?? '',
      description: label?.description ?? '',
      color: label?.color ?? suggestedColors[0]?.value ?? FIRST_COLOR,
      priority: String(label?.priority ?? ''),
    },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(!isColor(values.color) && { color: 'Enter a color such as #428bca.' }),
      ...(priorityOf(values.priority) === undefined && { priority: 'Enter a whole number or leave this blank.' }),
    }),
    onSubmit: ({ priority, ...values }) => {
      const body: LabelBody = { ...(isOwn && values), ...(hasPriority && { priority: priorityOf(priority) ?? null }) };
      return onSubmit(began ? changesOf(began, body) : body);
    },
  });
  return { form, isOwn };
}

type Form = ReturnType<typeof useLabelForm>['form'];

function OwnFields({ form, suggestedColors }: { form: Form } & Pick<LabelFormProps, 'suggestedColors'>) {
  const { color } = form.values;
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        required
        hint="Scoped labels: an item can have only one type:: label."
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
    </>
  );
}

/** Name, color and meaning of a label, and how urgent it is in a project, with how it will look. */
export function LabelForm(props: LabelFormProps) {
  const { form, isOwn } = useLabelForm(props);
  const { hasPriority, suggestedColors, submitLabel, onCancel } = props;
  const { name, color } = form.values;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      {isOwn && <OwnFields form={form} suggestedColors={suggestedColors} />}
      {hasPriority && (
        <TextField
          label="Priority"
          inputMode="numeric"
          autoFocus={!isOwn}
          className="max-w-80"
          hint="0 is the highest priority. In sorted lists, labels without a priority come last."
          {...form.text('priority')}
        />
      )}
      <div className="flex min-h-5 items-center gap-2 text-fg-muted">
        <span>Preview</span>
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
