import clsx from 'clsx';
import { RadioGroup as Primitive } from 'radix-ui';
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

export function RadioGroup({ value, onValueChange, options, name, className, ...field }: RadioGroupProps) {
  const base = useId();
  return (
    <FormField {...field} className={className} group>
      {({ labelId, id, ...control }) => (
        <Primitive.Root
          {...control}
          id={id}
          aria-labelledby={labelId}
          value={value}
          onValueChange={onValueChange}
          {...(name === undefined ? {} : { name })}
          className="flex flex-col gap-2 py-1"
        >
          {options.map((option) => (
            <div key={option.value} className="control flex items-start gap-2">
              <Primitive.Item
                id={`${base}-${option.value}`}
                value={option.value}
                disabled={option.disabled === true}
                aria-describedby={option.hint === undefined ? undefined : `${base}-${option.value}-hint`}
                className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface hover:border-fg-faint disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
              >
                <Primitive.Indicator className="size-1.5 rounded-full bg-on-accent" />
              </Primitive.Item>
              <div className="min-w-0">
                <label htmlFor={`${base}-${option.value}`} className={clsx(option.disabled === true && 'opacity-60')}>
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
        </Primitive.Root>
      )}
    </FormField>
  );
}
