import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { useState } from 'react';
import { floatingClasses, optionClasses } from './floating.ts';
import { boxClasses } from './box-classes.ts';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';
import { pageNonce } from './page-nonce.ts';
import './style-text-policy.ts';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = FieldProps & {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  size?: 'sm' | 'md' | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  /** Many of them in what opens often: drawn when someone reaches for it. Not for fields that are sent as a form. */
  lateOptions?: boolean;
};

/** The primitive reserves the empty value for "nothing chosen"; an option may well have it ("Any"). */
const emptyValue = '\u0000';
const toPrimitive = (value: string): string => (value === '' ? emptyValue : value);

export function Select(props: SelectProps) {
  const { value, onValueChange, options, placeholder, size = 'md', name, disabled, className, ...rest } = props;
  const { lateOptions = false, ...field } = rest;
  const hasEmpty = options.some((option) => option.value === '');
  const [isReached, setReached] = useState(!lateOptions);
  const reach = () => setReached(true);
  return (
    <FormField {...field} className={className}>
      {({ labelId, ...control }) => (
        <Primitive.Root
          value={value === '' && !hasEmpty ? '' : toPrimitive(value)}
          onValueChange={(next) => onValueChange(next === emptyValue ? '' : next)}
          disabled={disabled === true}
          {...(name === undefined ? {} : { name })}
        >
          <Primitive.Trigger
            {...control}
            aria-labelledby={`${labelId} ${control.id}`}
            onFocus={reach}
            onPointerEnter={reach}
            onPointerDown={reach}
            className={clsx(
              boxClasses,
              'flex items-center justify-between gap-2 px-2 text-left data-[placeholder]:text-fg-faint',
              size === 'sm' ? 'h-6 text-sm' : 'h-7',
            )}
          >
            <span className="truncate">
              <Primitive.Value placeholder={placeholder ?? 'Select'}>
                {lateOptions ? options.find((option) => option.value === value)?.label : undefined}
              </Primitive.Value>
            </span>
            <Primitive.Icon>
              <ChevronDown size={14} className="text-fg-faint" aria-hidden />
            </Primitive.Icon>
          </Primitive.Trigger>
          {isReached && (
            <Primitive.Portal>
              <Primitive.Content
                position="popper"
                sideOffset={4}
                collisionPadding={8}
                className={clsx(floatingClasses, 'max-h-80 min-w-(--radix-select-trigger-width)')}
              >
                <Primitive.Viewport className="p-1" nonce={pageNonce()}>
                  {options.map((option) => (
                    <Primitive.Item
                      key={option.value}
                      value={toPrimitive(option.value)}
                      disabled={option.disabled === true}
                      className={optionClasses}
                    >
                      <span className="w-4 shrink-0">
                        <Primitive.ItemIndicator>
                          <Check size={14} aria-hidden />
                        </Primitive.ItemIndicator>
                      </span>
                      <Primitive.ItemText>{option.label}</Primitive.ItemText>
                    </Primitive.Item>
                  ))}
                </Primitive.Viewport>
              </Primitive.Content>
            </Primitive.Portal>
          )}
        </Primitive.Root>
      )}
    </FormField>
  );
}
