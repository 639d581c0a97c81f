import clsx from 'clsx';
import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type SwitchProps = {
  label: ReactNode;
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  busy?: boolean | undefined;
  className?: string | undefined;
};

/** Acts at once; for what is saved with a form, a Checkbox. */
export function Switch({
  label,
  labelHidden = false,
  hint,
  checked,
  onCheckedChange,
  disabled,
  busy = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div
      className={clsx(
        'control items-start gap-2',
        // In the middle of the height that a thumb needs.
        labelHidden ? 'flex' : 'grid grid-cols-[auto_minmax(0,1fr)] content-center',
        className,
      )}
    >
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled === true}
        aria-busy={busy || undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onCheckedChange={(next) => {
          if (!busy) onCheckedChange(next);
        }}
        className="forced-border mt-0.5 inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong transition-colors duration-[var(--motion-quick)] disabled:opacity-50 data-[state=checked]:bg-accent"
      >
        <Primitive.Thumb className="forced-solid block size-3 translate-x-0.5 rounded-full bg-surface transition-transform duration-[var(--motion-quick)] data-[state=checked]:translate-x-3.5" />
      </Primitive.Root>
      <div className={clsx('min-w-0', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="inline-flex items-center gap-2">
          {label}
          {busy && <Spinner size={12} />}
        </label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="text-sm text-fg-muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
