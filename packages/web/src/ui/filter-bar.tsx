import clsx from 'clsx';
import { ArrowDownWideNarrow, ListFilter, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from './menu.tsx';
import { loadFrom, OptionList } from './option-list.tsx';
import type { ComboboxOption, OptionLoad } from './option-list.tsx';
import { Popover } from './popover.tsx';

export type FilterField = {
  /** Parameter in the address, and the word before the colon when typed. */
  key: string;
  label: string;
  /** All choices (`id` is the value in the address) … */
  options?: readonly ComboboxOption[];
  /** … or a search for them. */
  load?: OptionLoad;
  /** May be given several times; the parameter is repeated. */
  multiple?: boolean;
};

export type FilterSort = { value: string; label: string };

export type FilterPatch = Record<string, string | readonly string[] | null>;

export type FilterBarProps = {
  fields: readonly FilterField[];
  sorts?: readonly FilterSort[];
  /** State of the filters: `search`, `sort` and one parameter per field. */
  search: URLSearchParams;
  onChange: (patch: FilterPatch) => void;
  /** Texts of values that are in the address and not among `options`: `{author: {'7': 'Ada'}}`. */
  texts?: Record<string, Record<string, string>> | undefined;
  placeholder?: string;
};

const noSorts: readonly FilterSort[] = [];

export type FilterToken = { field: FilterField; value: string };

export function tokensOf(fields: readonly FilterField[], search: URLSearchParams): FilterToken[] {
  return fields.flatMap((field) => search.getAll(field.key).map((value) => ({ field, value })));
}

/** `crash label:bug author:"Ada L"` → the words left over, and the values per field. */
export function parseTyped(
  text: string,
  fields: readonly FilterField[],
): { words: string; values: Map<string, string[]> } {
  const values = new Map<string, string[]>();
  const words = text.replaceAll(
    /(\S+?):(?:"([^"]*)"|(\S+))/g,
    (whole: string, key: string, quoted: string | undefined, plain: string | undefined) => {
      const field = fields.find(
        (item) => item.key === key.toLowerCase() || item.label.toLowerCase() === key.toLowerCase(),
      );
      if (field === undefined) return whole;
      const option = field.options?.find((item) => item.text.toLowerCase() === (quoted ?? plain ?? '').toLowerCase());
      values.set(field.key, [...(values.get(field.key) ?? []), option?.id ?? quoted ?? plain ?? '']);
      return '';
    },
  );
  return { words: words.replaceAll(/\s+/g, ' ').trim(), values };
}

function textOf({ field, value }: FilterToken, texts: FilterBarProps['texts']): string {
  return texts?.[field.key]?.[value] ?? field.options?.find((option) => option.id === value)?.text ?? value;
}

function loadOf(field: FilterField): OptionLoad {
  return field.load ?? loadFrom(field.options ?? []);
}

type PickerProps = {
  fields: readonly FilterField[];
  search: URLSearchParams;
  onPick: (field: FilterField, value: string) => void;
};

/** Two steps in one popover: what to filter by, then its value. */
function FilterPicker({ fields, search, onPick }: PickerProps) {
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<FilterField | null>(null);
  const change = (next: boolean): void => {
    setOpen(next);
    setField(null);
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      title={field === null ? 'Filter by' : field.label}
      width="sm"
      trigger={<Button icon={ListFilter}>Filter</Button>}
    >
      {field === null ? (
        <OptionList
          key="fields"
          label="Filter by"
          load={loadFrom(fields.map((item) => ({ id: item.key, text: item.label })))}
          chosen={[]}
          onPick={(option) => setField(fields.find((item) => item.key === option.id) ?? null)}
        />
      ) : (
        <OptionList
          key={field.key}
          label={field.label}
          load={loadOf(field)}
          chosen={search.getAll(field.key)}
          multiple={field.multiple === true}
          onPick={(option) => {
            onPick(field, option.id);
            if (field.multiple !== true) change(false);
          }}
        />
      )}
    </Popover>
  );
}

/** What the typed text means for the address: its words, and its tokens added to what is there. */
function typedPatch(
  text: string,
  fields: readonly FilterField[],
  search: URLSearchParams,
): { words: string; patch: FilterPatch } {
  const { words, values } = parseTyped(text, fields);
  const patch: Record<string, string | string[] | null> = { search: words, page: null };
  for (const [key, added] of values) {
    const isMultiple = fields.find((field) => field.key === key)?.multiple === true;
    patch[key] = isMultiple ? [...new Set([...search.getAll(key), ...added])] : (added.at(-1) ?? null);
  }
  return { words, patch };
}

function SearchBox({
  fields,
  search,
  onChange,
  placeholder,
}: Pick<FilterBarProps, 'fields' | 'search' | 'onChange' | 'placeholder'>) {
  const current = search.get('search') ?? '';
  const [text, setText] = useState(current);
  const known = useRef(current);
  useEffect(() => {
    // Back, forward or a removed token: the box follows the address.
    if (known.current !== current) setText(current);
    known.current = current;
  }, [current]);
  const submit = (): void => {
    const { words, patch } = typedPatch(text, fields, search);
    known.current = words;
    setText(words);
    onChange(patch);
  };
  return (
    <form
      role="search"
      aria-label={placeholder}
      data-native
      className={clsx('relative flex min-w-40 flex-1 basis-56 items-center', fields.length > 0 && 'max-sm:basis-full')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Search size={14} className="pointer-events-none absolute left-2 text-fg-faint" aria-hidden />
      <input
        type="search"
        aria-label={placeholder ?? 'Search'}
        placeholder={placeholder ?? 'Search, or field:value'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="control h-7 w-full rounded-md border border-line-strong bg-surface pr-2 pl-7 hover:border-fg-faint focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            known.current = '';
            onChange({ search: null, page: null });
          }}
          className="absolute right-1 flex size-5 items-center justify-center rounded-sm text-fg-muted hover:bg-hover hover:text-fg"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </form>
  );
}

type TokenListProps = Pick<FilterBarProps, 'fields' | 'texts' | 'onChange'> & {
  tokens: readonly FilterToken[];
  onRemove: (field: FilterField, value: string) => void;
};

function TokenList({ tokens, fields, texts, onChange, onRemove }: TokenListProps) {
  const nothing = Object.fromEntries([...fields.map((field) => [field.key, null]), ['page', null]]);
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {tokens.map((token) => (
        <li
          key={`${token.field.key}=${token.value}`}
          className="inline-flex h-6 max-w-full items-center rounded-sm border bg-sunken pl-2 text-sm"
        >
          <span className="text-fg-muted">{`${token.field.label}:`}</span>
          <span className="ml-1 truncate font-medium">{textOf(token, texts)}</span>
          <button
            type="button"
            aria-label={`Remove filter ${token.field.label}: ${textOf(token, texts)}`}
            onClick={() => onRemove(token.field, token.value)}
            className="control-square ml-0.5 flex h-full w-6 items-center justify-center rounded-sm text-fg-muted hover:bg-hover hover:text-fg"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button size="sm" variant="ghost" onClick={() => onChange(nothing)}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function SortMenu({
  sorts,
  search,
  onChange,
}: Pick<FilterBarProps, 'search' | 'onChange'> & { sorts: readonly FilterSort[] }) {
  const sort = search.get('sort') ?? sorts[0]?.value ?? '';
  const text = sorts.find((item) => item.value === sort)?.label ?? 'Sort';
  return (
    <Menu align="end" trigger={<Button icon={ArrowDownWideNarrow}>{text}</Button>}>
      <MenuRadioGroup value={sort} onValueChange={(value) => onChange({ sort: value, page: null })}>
        {sorts.map((item) => (
          <MenuRadioItem key={item.value} value={item.value}>
            {item.label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

/** Search, filters as removable tokens (typed or picked) and order; all of it lives in the address. */
export function FilterBar({ fields, sorts = noSorts, search, onChange, texts, placeholder }: FilterBarProps) {
  const tokens = tokensOf(fields, search);
  const toggle = (field: FilterField, value: string): void => {
    const before = search.getAll(field.key);
    const others = field.multiple === true ? before : [];
    const next = before.includes(value) ? before.filter((item) => item !== value) : [...others, value];
    onChange({ [field.key]: next, page: null });
  };
  return (
    <div className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          fields={fields}
          search={search}
          onChange={onChange}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        {fields.length > 0 && <FilterPicker fields={fields} search={search} onPick={toggle} />}
        {sorts.length > 0 && <SortMenu sorts={sorts} search={search} onChange={onChange} />}
      </div>
      {tokens.length > 0 && (
        <TokenList tokens={tokens} fields={fields} texts={texts} onChange={onChange} onRemove={toggle} />
      )}
    </div>
  );
}
