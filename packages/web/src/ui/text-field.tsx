import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { boxClasses } from './box-classes.ts';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'required'> & {
    value: string;
    onValueChange: (value: string) => void;
    icon?: LucideIcon | undefined;
    /** Stands inside the box at its end. */
    suffix?: ReactNode;
    inputClassName?: string | undefined;
  };

/** Browsers take years of six digits where nothing is the last. */
const LAST_DAY = '9999-12-31';

export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden,
    hint,
    error,
    required,
    value,
    onValueChange,
    icon: Icon,
    suffix,
    className,
    inputClassName,
    ...rest
  } = props;
  const hasSuffix = suffix !== undefined && suffix !== null;
  return (
    <FormField
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      error={error}
      required={required}
      className={className}
    >
      {({ labelId: _labelId, ...control }) => (
        <div className="relative flex items-center">
          {Icon !== undefined && (
            <Icon size={14} className="pointer-events-none absolute left-2 text-fg-faint" aria-hidden />
          )}
          <input
            type="text"
            {...rest}
            {...control}
            max={rest.max ?? (rest.type === 'date' ? LAST_DAY : undefined)}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={clsx(
              boxClasses,
              'h-7',
              Icon === undefined ? 'pl-2' : 'pl-7',
              hasSuffix ? 'pr-9' : 'pr-2',
              inputClassName,
            )}
          />
          {hasSuffix && <div className="absolute right-1 flex items-center">{suffix}</div>}
        </div>
      )}
    </FormField>
  );
}
