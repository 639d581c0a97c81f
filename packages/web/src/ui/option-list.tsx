import clsx from 'clsx';
import { Plus, RotateCw, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { fuzzyMatch } from '../lib/fuzzy.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Button } from './button.tsx';
import { optionClasses } from './floating.ts';
import { OptionRow, OptionTick } from './option-row.tsx';
import { Spinner } from './spinner.tsx';
import { useListKeys } from './use-list-keys.ts';

export type ComboboxOption = { id: string; text: string; detail?: string | undefined; visual?: ReactNode };

export type OptionLoad = (query: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;

type Loaded = { options: readonly ComboboxOption[]; isLoading: boolean; problem: string | null };

type Options = Loaded & {
  /** Asks the same once more. */
  retry: () => void;
};

const debounceMs = 150;

/** Asks as the user types; a late answer to an earlier query is dropped. */
function useOptions(load: OptionLoad, query: string): Options {
  const settled = useDebounced(query, debounceMs);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Loaded>({ options: [], isLoading: true, problem: null });
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true, problem: null }));
    const ask = async (): Promise<void> => {
      try {
        const options = await latest.current(settled, abort.signal);
        if (!abort.signal.aborted) setState({ options, isLoading: false, problem: null });
      } catch (error) {
        if (abort.signal.aborted || (isAppError(error) && error.code === 'aborted')) return;
        setState({ options: [], isLoading: false, problem: messageOf(error) });
      }
    };
    void ask();
    return () => abort.abort();
  }, [settled, round]);
  return { ...state, retry: () => setRound((before) => before + 1) };
}

/** A load function over options that are all here. */
export function loadFrom(options: readonly ComboboxOption[]): OptionLoad {
  return (query) =>
    Promise.resolve(options.filter((option) => fuzzyMatch(query, `${option.text} ${option.detail ?? ''}`) !== null));
}

const moreWords = (found: number, limit: number) =>
  found > limit ? `Showing the first ${limit}. Type to narrow the list.` : null;

export type OptionListProps = {
  label: string;
  load: OptionLoad;
  /** Ids of what is chosen. */
  chosen: readonly string[];
  onPick: (option: ComboboxOption) => void;
  multiple?: boolean;
  placeholder?: string;
  /** Said where nothing is found. */
  nothing?: string | undefined;
  /** No more than these are shown, and it is said when `load` found more. */
  limit?: number;
  /** Makes what was typed and is not there; the new one is picked. Its failure is shown below the list. */
  create?: ((name: string) => Promise<ComboboxOption>) | undefined;
};

/** The name that can be created: what was typed, unless one of that name was found. */
function newName(query: string, { options, isLoading, problem }: Loaded): string | null {
  const name = query.trim();
  if (name === '' || isLoading || problem !== null) return null;
  return options.some(({ text }) => text.toLowerCase() === name.toLowerCase()) ? null : name;
}

/** A search box over a list to choose from: the inside of comboboxes and filters. */
export function OptionList(props: OptionListProps) {
  const { label, load, chosen, onPick, multiple = false, placeholder = 'Search', nothing = 'Nothing found.' } = props;
  const { limit = Infinity, create } = props;
  const listId = useId();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const loaded = useOptions(load, query);
  const { options: found, isLoading, problem, retry } = loaded;
  const options = found.slice(0, limit);
  const [isCreating, setCreating] = useState(false);
  const [createProblem, setCreateProblem] = useState<string | null>(null);
  const addable = create === undefined ? null : newName(query, loaded);
  // Where one thing is done and nothing is ever chosen, names begin at the edge.
  const hasTicks = multiple || chosen.length > 0;
  const pick = (option: ComboboxOption | undefined): void => {
    if (option === undefined) return;
    onPick(option);
    // The next one is typed over what found this one.
    if (multiple) field.current?.select();
  };
  const add = async (name: string): Promise<void> => {
    if (isCreating || create === undefined) return;
    setCreating(true);
    setCreateProblem(null);
    try {
      pick(await create(name));
      retry();
    } catch (error) {
      setCreateProblem(messageOf(error));
    }
    setCreating(false);
  };
  const { active, setActive, onKeyDown } = useListKeys({
    count: options.length + (addable === null ? 0 : 1),
    resetOn: query,
    onPick: (index) => (index === options.length && addable !== null ? void add(addable) : pick(options[index])),
  });
  return (
    <div>
      <div className="flex h-9 items-center gap-2 border-b px-3">
        {isLoading || isCreating ? <Spinner size={14} /> : <Search size={14} className="text-fg-faint" aria-hidden />}
        <input
          ref={field}
          autoFocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length === 0 && addable === null ? undefined : `${listId}-${active}`}
          autoComplete="off"
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCreateProblem(null);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className={clsx(
          'max-h-64 overflow-y-auto',
          options.length > 0 || addable !== null ? 'p-1' : isLoading && 'min-h-9',
        )}
      >
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            id={`${listId}-${index}`}
            isChosen={chosen.includes(option.id)}
            isActive={index === active}
            className={optionClasses}
            onHover={() => setActive(index)}
            onPick={() => pick(option)}
          >
            {hasTicks && <OptionTick isChosen={chosen.includes(option.id)} />}
            {option.visual}
            <bdi title={option.text} className="line-clamp-2 min-w-0 wrap-anywhere">
              {option.text}
            </bdi>
            {option.detail !== undefined && (
              <span className="min-w-0 flex-1 truncate text-sm text-fg-faint">{option.detail}</span>
            )}
          </OptionRow>
        ))}
        {addable !== null && (
          <OptionRow
            id={`${listId}-${options.length}`}
            isActive={active === options.length}
            className={optionClasses}
            onHover={() => setActive(options.length)}
            onPick={() => void add(addable)}
          >
            <Plus size={14} className="shrink-0 text-fg-muted" aria-hidden />
            <span className="line-clamp-2 min-w-0 wrap-anywhere">
              Create “<bdi>{addable}</bdi>”
            </span>
          </OptionRow>
        )}
      </div>
      <div
        role="status"
        className={clsx('px-3 py-2 text-sm text-fg-muted empty:hidden', options.length > 0 && 'border-t')}
      >
        {problem ??
          createProblem ??
          (isLoading ? null : options.length === 0 ? addable === null && nothing : moreWords(found.length, limit))}
      </div>
      {problem !== null && (
        <div className="px-3 pb-3">
          <Button
            size="sm"
            icon={RotateCw}
            onClick={() => {
              field.current?.focus();
              retry();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
