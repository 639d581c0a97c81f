import type { CompletionEntry } from '@tributary/contract/discussions/completion.ts';
import { createElement, type ReactNode, useEffect, useId, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { complete, type Completion, completionAt, type CompletionKind } from '../../model/completion-at.ts';
import type { CaretPosition, Measure } from './caret-position.ts';
import { useLoaded } from '../../../ui/lazy-part.tsx';

const loadList = () => import('./completion-list.tsx');
const WAIT_MS = 150;

/** What is written in, as far as completing needs to know it. */
export type CompletedField = {
  text: string;
  /** Null while nothing is typed there. */
  caret: number | null;
  /** Puts a text in place of what was typed, with the caret behind it. */
  replace: (from: number, to: number, inserted: string, caret: number) => void;
  /** `measure` tells where a sign stands in a plain field; it comes with the list. */
  placeOf: (index: number, measure: Measure) => CaretPosition | null;
};

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'preventDefault' | 'stopPropagation'>;

type Found = { kind: CompletionKind | null; query: string; entries: readonly CompletionEntry[] };
const NOTHING: Found = { kind: null, query: '', entries: [] };

/** What fits what was typed. The search is loaded when the first sign is typed. */
function useChoices(wanted: Completion | null, previewPath: string, onChoices: () => void) {
  const [found, setFound] = useState<Found>(NOTHING);
  const key = useDebounced(wanted === null ? '' : `${wanted.kind} ${wanted.query}`, WAIT_MS);
  useEffect(() => {
    onChoices();
    if (key === '' || wanted === null) {
      setFound(NOTHING);
      return undefined;
    }
    const abort = new AbortController();
    import('./find-completions.ts')
      .then(({ findCompletions }) => findCompletions(previewPath, wanted, abort.signal))
      .then((entries) => !abort.signal.aborted && setFound({ kind: wanted.kind, query: wanted.query, entries }))
      // Without an answer the text is typed as it is.
      .catch(() => !abort.signal.aborted && setFound(NOTHING));
    return () => abort.abort();
    // The key says what is asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, wanted === null, previewPath]);
  return [found, () => setFound(NOTHING)] as const;
}

/** Choices that may have been found for less than is typed by now. */
function fitting({ kind, query, entries }: Found, wanted: Completion): readonly CompletionEntry[] {
  if (kind === wanted.kind && query === wanted.query) return entries;
  if (kind !== wanted.kind) return [];
  const typed = wanted.query.toLowerCase();
  return entries.filter(({ value, text }) =>
    kind === 'command'
      ? value.startsWith(`/${typed}`)
      : value.toLowerCase().includes(typed) || text.toLowerCase().includes(typed),
  );
}

/** Completes users, references, labels, milestones, commits, files, emoji and commands while they are typed. */
export function useCompletion(field: CompletedField, previewPath: string) {
  const id = useId();
  const { text, caret } = field;
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [place, setActive] = useState(0);
  const found = caret === null ? null : completionAt(text, Math.min(caret, text.length));
  const wanted = found !== null && found.from !== closedAt ? found : null;
  const [answer, forget] = useChoices(wanted, previewPath, () => setActive(0));
  // Until the answer to the last sign is there, what still fits of the one before.
  const choices = wanted === null ? [] : fitting(answer, wanted);
  const active = Math.max(0, Math.min(place, choices.length - 1));
  const isOpen = wanted !== null && choices.length > 0;
  const CompletionList = useLoaded(loadList, isOpen);

  const choose = (choice: CompletionEntry) => {
    if (wanted === null) return;
    const result = complete(text, wanted, choice.value);
    forget();
    setClosedAt(wanted.from);
    field.replace(wanted.from, wanted.to, result.inserted, result.caret);
  };
  /** True when the key was for the list. */
  const onKey = (event: Key): boolean => {
    if (closedAt !== null && found === null) setClosedAt(null);
    if (!isOpen || event.isComposing) return false;
    const choice = choices[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % choices.length);
    else if (event.key === 'ArrowUp') setActive((active + choices.length - 1) % choices.length);
    else if (event.key === 'Escape') setClosedAt(wanted.from);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && choice)
      choose(choice);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const list: ReactNode = (
    <>
      {isOpen &&
        CompletionList &&
        createElement(CompletionList, {
          id,
          choices,
          active,
          place: (measure) => field.placeOf(wanted.from, measure),
          onChoose: choose,
        })}
      <span role="status" className="sr-only">
        {isOpen ? `${choices.length === 1 ? '1 suggestion' : `${choices.length} suggestions`}, use the arrow keys` : ''}
      </span>
    </>
  );
  return {
    list,
    onKey,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    },
  };
}
