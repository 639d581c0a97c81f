import clsx from 'clsx';
import { boxClasses } from './box-classes.ts';

export type FilterFieldProps = {
  /** Says what is filtered, also inside the empty box. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
};

/** The box above a list that keeps what matches; nothing typed here can be wrong, so it has no place for an error. */
export function FilterField({ label, value, onValueChange, className }: FilterFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      className={clsx(boxClasses, 'h-7 px-2', className)}
    />
  );
}
