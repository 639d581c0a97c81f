import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** What every field takes. */
export type FieldProps = {
  label: string;
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
};

/** Goes onto the control itself. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FormFieldProps = FieldProps & {
  className?: string | undefined;
  /** For groups of controls: the label is then a legend-like text that names the group. */
  group?: boolean;
  children: (control: ControlProps & { labelId: string }) => ReactNode;
};

export function FormField({
  label,
  labelHidden = false,
  hint,
  error,
  required = false,
  className,
  group = false,
  children,
}: FormFieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint ? `${id}-hint` : '', error === undefined ? '' : `${id}-error`]
    .filter((part) => part !== '')
    .join(' ');
  const labelClass = labelHidden ? 'sr-only' : 'font-medium text-fg';
  const content = (
    <>
      {label}
      {required && !labelHidden && <span className="font-normal text-fg-faint"> (required)</span>}
    </>
  );
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      {group ? (
        <span id={labelId} className={labelClass}>
          {content}
        </span>
      ) : (
        <label id={labelId} htmlFor={id} className={labelClass}>
          {content}
        </label>
      )}
      {children({
        id,
        labelId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required ? true : undefined,
      })}
      {hasHint && (
        <div id={`${id}-hint`} className="text-sm text-fg-muted">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} className="flex animate-appear items-start gap-1 text-sm text-failed">
          <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </div>
      )}
    </div>
  );
}
