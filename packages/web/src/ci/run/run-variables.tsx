import { Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type VariableRow = {
  id: number;
  key: string;
  value: string;
  /** Of the configuration; null for one that the user added. */
  description: string | null;
  options: readonly string[] | null;
};

type Props = { rows: readonly VariableRow[]; onChange: (rows: VariableRow[]) => void };

/** Variables of a new pipeline: those that the configuration describes, and others. */
export function RunVariables({ rows, onChange }: Props) {
  const change = (id: number, patch: Partial<VariableRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)));
  if (rows.length === 0) return <p className="text-fg-muted">No variables.</p>;
  return (
    <ul aria-label="Variables" className="flex flex-col gap-3">
      {rows.map(({ id, key, value, description, options }) => {
        const shared = { value, onValueChange: (text: string) => change(id, { value: text }) };
        const name = key === '' ? 'the variable' : key;
        return (
          <li key={id} className="flex items-end gap-2 max-sm:flex-wrap">
            {description === null && (
              <TextField
                label="Key"
                className="flex-1"
                value={key}
                onValueChange={(text) => change(id, { key: text })}
              />
            )}
            {options !== null ? (
              <Select
                label={key}
                className="flex-1"
                {...(description !== null && { hint: description })}
                options={options.map((option) => ({ value: option, label: option }))}
                {...shared}
              />
            ) : (
              <TextField
                label={description === null ? 'Value' : key}
                className="flex-1"
                {...(description !== null && { hint: description })}
                {...shared}
              />
            )}
            {description === null && (
              <IconButton
                icon={Trash2}
                label={`Remove ${name}`}
                onClick={() => onChange(rows.filter((row) => row.id !== id))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
