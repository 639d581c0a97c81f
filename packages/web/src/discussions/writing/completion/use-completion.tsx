import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { complete, completionAt } from '../../model/completion-at.ts';
import type { Choice } from './find-completions.ts';

const CompletionList = lazy(() => import('./completion-list.tsx'));
const WAIT_MS = 150;

type Field = { value: string; onValueChange: (value: string) => void; area: RefObject<HTMLTextAreaElement | null> };

/**
 * Completes people, references, labels, milestones, emoji and commands while they are typed. The search and its list are loaded
 * when the first sign is typed.
 */
export function useCompletion({ value, onValueChange, area }: Field, previewPath: string) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [active, setActive] = useState(0);
  const found = caret === null ? null : completionAt(value, Math.min(caret, value.length));
  const wanted = found !== null && found.from !== closedAt ? found : null;
  const key = useDebounced(wanted === null ? '' : `${wanted.kind} ${wanted.query}`, WAIT_MS);
  useEffect(() => {
    setActive(0);
    if (key === '' || wanted === null) {
      setChoices([]);
      return undefined;
    }
    const abort = new AbortController();
    import('./find-completions.ts')
      .then(({ findCompletions }) => findCompletions(previewPath, wanted, abort.signal))
      .then((list) => !abort.signal.aborted && setChoices(list))
      // Without an answer the text is typed as it is.
      .catch(() => !abort.signal.aborted && setChoices([]));
    return () => abort.abort();
    // The key says what is asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, wanted === null, previewPath]);
  const isOpen = wanted !== null && choices.length > 0;

  const choose = (choice: Choice) => {
    if (wanted === null) return;
    const result = complete(value, wanted, choice.value);
    onValueChange(result.text);
    setChoices([]);
    setCaret(null);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(result.caret, result.caret);
    });
  };
  /** True when the key was for the list. */
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
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
      {isOpen && (
        <Suspense>
          <CompletionList id={id} choices={choices} active={active} onChoose={choose} />
        </Suspense>
      )}
      <span role="status" className="sr-only">
        {isOpen ? `${choices.length} suggestions, use the arrow keys` : ''}
      </span>
    </>
  );
  return {
    list,
    onKeyDown,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
      onSelect: (event: { currentTarget: HTMLTextAreaElement }) => setCaret(event.currentTarget.selectionStart),
      onBlur: () => setCaret(null),
    },
  };
}
