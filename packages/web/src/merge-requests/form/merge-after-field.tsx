import { TextField } from '../../ui/text-field.tsx';

/** As the field of a browser writes a moment, in the zone of the reader. */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A moment before which the merge request is not merged. */
export function MergeAfterField({ value, onValueChange }: { value: string; onValueChange: (iso: string) => void }) {
  return (
    <TextField
      label="Merge after"
      hint="The merge request cannot be merged before this time. Leave blank to allow it at any time."
      type="datetime-local"
      max="9999-12-31T23:59"
      value={localMoment(value)}
      onValueChange={(local) => onValueChange(local === '' ? '' : new Date(local).toISOString())}
      className="max-w-80"
    />
  );
}
