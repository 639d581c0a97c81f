import type { RunFormInput } from '@tributary/contract/ci/run-page.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Values = Readonly<Record<string, string>>;

function valueOf({ type, value: usual }: RunFormInput, text: string): unknown {
  if (type === 'number') return text.trim() === '' ? text : Number(text);
  if (type === 'boolean') return text === 'true';
  if (type !== 'array') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The server says what it expects.
    return text === usual ? undefined : text;
  }
}

/** The inputs that differ from what the configuration says, in their types. */
export function inputBody(specs: readonly RunFormInput[], values: Values): Record<string, unknown> {
  const changed = specs.filter(({ name, value, isRequired }) => isRequired || values[name] !== value);
  return Object.fromEntries(changed.map((spec) => [spec.name, valueOf(spec, values[spec.name] ?? '')]));
}

const CHOICES = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];

type Props = { specs: readonly RunFormInput[]; values: Values; onChange: (name: string, value: string) => void };

export function RunInputs({ specs, values, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {specs.map(({ name, type, description, options, isRequired }) => {
        const shared = {
          label: name,
          required: isRequired,
          ...(description !== null && { hint: description }),
          value: values[name] ?? '',
          onValueChange: (value: string) => onChange(name, value),
        };
        if (type === 'boolean') return <Select key={name} options={CHOICES} {...shared} />;
        if (options !== null) {
          return <Select key={name} options={options.map((value) => ({ value, label: value }))} {...shared} />;
        }
        return <TextField key={name} {...(type === 'number' && { inputMode: 'numeric' as const })} {...shared} />;
      })}
    </div>
  );
}
