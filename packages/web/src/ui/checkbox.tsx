import clsx from 'clsx';
import { Check, Minus } from 'lucide-react';
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
  const isMixed = checked === 'indeterminate';
  const Mark = isMixed ? Minus : Check;
  return (
    <div
      className={clsx(
        'control items-start gap-2',
        // In the middle of the height that a thumb needs.
        labelHidden ? 'flex' : 'grid grid-cols-[auto_minmax(0,1fr)] content-center',
        className,
      )}
    >
      <span className="relative mt-0.5 flex size-4 shrink-0">
        <input
          ref={(box) => {
            if (box) box.indeterminate = isMixed;
          }}
          type="checkbox"
          id={id}
          checked={checked === true}
          disabled={disabled}
          name={name}
          aria-describedby={hint === undefined && error === undefined ? undefined : `${id}-hint`}
          aria-invalid={error !== undefined || invalid ? true : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
          // Enter sends no form from here, as it would from a field of text.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="m-0 size-4 cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors duration-[var(--motion-quick)] checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent not-checked:not-indeterminate:hover:border-fg-faint disabled:cursor-auto disabled:opacity-50"
        />
        {checked !== false && (
          <Mark
            size={12}
            strokeWidth={3}
            aria-hidden
            className={clsx('pointer-events-none absolute inset-0 m-auto text-on-accent', disabled && 'opacity-50')}
          />
        )}
      </span>
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
