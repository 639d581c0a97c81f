import { Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type VariableType = 'env_var' | 'file';

export type VariableRow = {
  id: number;
  key: string;
  value: string;
  /** The job gets the value, or the path of a file that holds it. */
  type: VariableType;
  /** Of the configuration; null for one that the user added. */
  description: string | null;
  options: readonly string[] | null;
};

const TYPES = [
  { value: 'env_var', label: 'Variable' },
  { value: 'file', label: 'File' },
];

type RowProps = {
  row: VariableRow;
  hasTypes: boolean;
  onChange: (patch: Partial<VariableRow>) => void;
  onRemove: () => void;
};

function ValueField({ row: { key, value, type, description, options }, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  const shared = {
    label: description === null ? 'Value' : key,
    className: description === null ? 'flex-1 max-sm:order-last max-sm:basis-full' : 'flex-1',
    ...(description !== null && { hint: description }),
    value,
    onValueChange: (text: string) => onChange({ value: text }),
  };
  if (options !== null) return <Select {...shared} options={options.map((value) => ({ value, label: value }))} />;
  return type === 'file' ? <TextArea {...shared} code minRows={2} maxRows={10} /> : <TextField {...shared} />;
}

function Row({ row, hasTypes, onChange, onRemove }: RowProps) {
  const { key, type, description } = row;
  return (
    <li className="flex items-start gap-2 max-sm:flex-wrap">
      {description === null && (
        <TextField label="Key" className="flex-1" value={key} onValueChange={(text) => onChange({ key: text })} />
      )}
      {hasTypes && (
        <Select
          label="Type"
          className="w-28 shrink-0"
          options={TYPES}
          value={type}
          onValueChange={(chosen) => onChange({ type: chosen === 'file' ? 'file' : 'env_var' })}
        />
      )}
      <ValueField row={row} onChange={onChange} />
      {description === null && (
        <span className="pt-6">
          <IconButton icon={Trash2} label={`Remove ${key === '' ? 'the variable' : key}`} onClick={onRemove} />
        </span>
      )}
    </li>
  );
}

type Props = {
  rows: readonly VariableRow[];
  /** Each is a text or a file. */
  hasTypes?: boolean;
  onChange: (rows: VariableRow[]) => void;
};

/** Variables of a new pipeline: those that the configuration describes, and others. */
export function RunVariables({ rows, hasTypes = false, onChange }: Props) {
  if (rows.length === 0) return <p className="text-fg-muted">No variables.</p>;
  return (
    <ul aria-label="Variables" className="flex flex-col gap-3">
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          hasTypes={hasTypes}
          onChange={(patch) => onChange(rows.map((each) => (each.id === row.id ? { ...each, ...patch } : each)))}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
    </ul>
  );
}
