import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { boxClasses } from './box-classes.ts';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

export type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'required' | 'rows' | 'ref'> & {
    value: string;
    onValueChange: (value: string) => void;
    minRows?: number | undefined;
    maxRows?: number | undefined;
    /** Code endpoint, no spell check. */
    code?: boolean | undefined;
    inputRef?: RefObject<HTMLTextAreaElement | null> | undefined;
  };

const linePx = 20;
const paddingPx = 14;

/** Grows with its text between `minRows` and `maxRows`. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    labelHidden,
    hint,
    error,
    required,
    value,
    onValueChange,
    minRows = 3,
    maxRows = 24,
    code = false,
    inputRef,
    className,
    ...rest
  } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const area = inputRef ?? own;
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const most = maxRows * linePx + paddingPx;
    const least = minRows * linePx + paddingPx;
    if (value === '') {
      // Nothing to measure, for which the browser would lay out the page: a form that opens is empty.
      element.style.height = `${least}px`;
      return;
    }
    element.style.height = 'auto';
    element.style.height = `${Math.max(least, Math.min(most, element.scrollHeight + 2))}px`;
  }, [value, minRows, maxRows, area]);
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
        <textarea
          {...rest}
          {...control}
          ref={area}
          rows={minRows}
          spellCheck={!code}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          className={clsx(boxClasses, 'block resize-y px-2 py-1.5', code && 'font-mono text-code')}
        />
      )}
    </FormField>
  );
}
