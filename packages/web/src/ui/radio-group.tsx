import clsx from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };

export type RadioGroupProps = FieldProps & {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly RadioOption[];
  name?: string | undefined;
  className?: string | undefined;
};

/** Radios of the browser: one stop of the Tab key, and arrows that choose however busy the page is. */
export function RadioGroup({ value, onValueChange, options, name, className, ...field }: RadioGroupProps) {
  const base = useId();
  return (
    <FormField {...field} className={className} group>
      {({ labelId, ...control }) => (
        <div {...control} role="radiogroup" aria-labelledby={labelId} className="flex flex-col gap-2 py-1">
          {options.map((option) => (
            <div
              key={option.value}
              className="control grid grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-2"
            >
              <span className="relative mt-0.5 flex size-4 shrink-0">
                <input
                  type="radio"
                  id={`${base}-${option.value}`}
                  name={name ?? base}
                  value={option.value}
                  checked={option.value === value}
                  disabled={option.disabled === true}
                  aria-describedby={option.hint === undefined ? undefined : `${base}-${option.value}-hint`}
                  onChange={() => onValueChange(option.value)}
                  // Enter sends no form from here, as it would from a field of text.
                  onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                  className="m-0 size-4 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface checked:border-accent checked:bg-accent not-checked:hover:border-fg-faint disabled:cursor-auto disabled:opacity-50"
                />
                {option.value === value && (
                  <span
                    aria-hidden
                    className="forced-solid pointer-events-none absolute inset-0 m-auto size-1.5 rounded-full bg-on-accent"
                  />
                )}
              </span>
              <div className="min-w-0">
                <label
                  htmlFor={`${base}-${option.value}`}
                  className={clsx('text-fg', option.disabled === true && 'opacity-60')}
                >
                  {option.label}
                </label>
                {option.hint !== undefined && (
                  <div id={`${base}-${option.value}-hint`} className="text-sm text-fg-muted">
                    {option.hint}
                  </div>
                )}
              </div>
            </div>
          ))}
        </div>
      )}
    </FormField>
  );
}
