import clsx from 'clsx';
import { ChevronDown, X } from 'lucide-react';
import { Popover as Primitive } from 'radix-ui';
import { useState } from 'react';
import { floatingClasses } from './floating.ts';
import { boxClasses } from './box-classes.ts';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';
import { OptionList } from './option-list.tsx';
import type { ComboboxOption, OptionLoad } from './option-list.tsx';

export type { ComboboxOption, OptionLoad } from './option-list.tsx';
export { loadFrom } from './option-list.tsx';

export type ComboboxProps = FieldProps & {
  value: readonly ComboboxOption[];
  onValueChange: (value: ComboboxOption[]) => void;
  load: OptionLoad;
  multiple?: boolean | undefined;
  placeholder?: string | undefined;
  /** Offers to choose nothing; false where something has to be chosen. */
  clearable?: boolean | undefined;
  disabled?: boolean | undefined;
  /** See `OptionListProps`. */
  limit?: number;
  /** See `OptionListProps`. */
  create?: ((name: string) => Promise<ComboboxOption>) | undefined;
  className?: string | undefined;
};

function Chosen({ value, placeholder }: { value: readonly ComboboxOption[]; placeholder: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
      {value.length === 0 && <span className="text-fg-faint">{placeholder}</span>}
      {value.map((option, index) => (
        <span key={option.id} className="inline-flex min-w-0 items-center gap-1.5">
          {option.visual}
          <span className="truncate">{option.text + (index < value.length - 1 ? ',' : '')}</span>
        </span>
      ))}
    </span>
  );
}

function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="control inline-flex items-center gap-1 self-start rounded-sm text-sm text-fg-muted hover:text-fg"
    >
      <X size={12} aria-hidden />
      {`Clear ${label.toLowerCase()}`}
    </button>
  );
}

/** Chooses one or several of many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    onValueChange,
    load,
    multiple = false,
    placeholder = 'Select',
    clearable = true,
    disabled = false,
    limit,
    create,
    className,
    ...field
  } = props;
  const [open, setOpen] = useState(false);
  const pick = (option: ComboboxOption): void => {
    const isChosen = value.some((item) => item.id === option.id);
    if (multiple) {
      onValueChange(isChosen ? value.filter((item) => item.id !== option.id) : [...value, option]);
      return;
    }
    onValueChange([option]);
    setOpen(false);
  };
  return (
    <FormField {...field} className={className}>
      {({ labelId, 'aria-required': _required, ...control }) => (
        <Primitive.Root open={open} onOpenChange={setOpen}>
          <Primitive.Trigger
            {...control}
            disabled={disabled}
            aria-haspopup="listbox"
            aria-labelledby={`${labelId} ${control.id}`}
            className={clsx(boxClasses, 'flex min-h-7 items-center gap-2 px-2 py-0.75 text-left')}
          >
            <Chosen value={value} placeholder={placeholder} />
            <ChevronDown size={14} className="shrink-0 text-fg-faint" aria-hidden />
          </Primitive.Trigger>
          {value.length > 0 && clearable && !disabled && (
            <ClearButton label={field.label} onClick={() => onValueChange([])} />
          )}
          <Primitive.Portal>
            <Primitive.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              aria-label={field.label}
              className={clsx(floatingClasses, 'w-(--radix-popover-trigger-width) max-w-[calc(100vw-1rem)] min-w-64')}
            >
              <OptionList
                label={`Search ${field.label.toLowerCase()}`}
                load={load}
                chosen={value.map((item) => item.id)}
                onPick={pick}
                multiple={multiple}
                create={create}
                {...(limit !== undefined && { limit })}
              />
            </Primitive.Content>
          </Primitive.Portal>
        </Primitive.Root>
      )}
    </FormField>
  );
}
