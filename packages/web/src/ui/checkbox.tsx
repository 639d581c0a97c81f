import clsx from 'clsx';
import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export type CheckboxProps = {
  label: ReactNode;
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
  error?: string | undefined;
  /** Marks it without a text of its own: the first of a group whose message stands below all of them. */
  invalid?: boolean | undefined;
  className?: string | undefined;
};

export function Checkbox(props: CheckboxProps) {
  const {
    label,
    labelHidden = false,
    hint,
    checked,
    onCheckedChange,
    disabled = false,
    name,
    error,
    invalid = false,
    className,
  } = props;
  const id = useId();
  return (
    <div className={clsx('control flex items-start gap-2', className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        {...(name === undefined ? {} : { name })}
        aria-describedby={hint === undefined && error === undefined ? undefined : `${id}-hint`}
        aria-invalid={error !== undefined || invalid ? true : undefined}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent transition-colors duration-[var(--motion-quick)] hover:border-fg-faint disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Primitive.Indicator>
          {checked === 'indeterminate' ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      <div className={clsx('min-w-0', labelHidden && 'sr-only')}>
        <label htmlFor={id} className={clsx('text-fg', disabled && 'opacity-60')}>
          {label}
        </label>
        {(hint !== undefined || error !== undefined) && (
          <div id={`${id}-hint`} className={clsx('text-sm', error === undefined ? 'text-fg-muted' : 'text-failed')}>
            {error ?? hint}
          </div>
        )}
      </div>
    </div>
  );
}
