import type { FindAnswer, FindHit } from '@tributary/contract/merge-requests/find.ts';
import type { FindPlace } from '@tributary/contract/merge-requests/find-places.ts';
import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useChanges } from '../changes-context.ts';
import { FindResults } from './find-results.tsx';
import { findLayer } from './find-switch.ts';
import { foundWords } from './find-words.ts';
import { takeTypedAhead } from './typed-ahead.tsx';
import { type FindQuestion, useFind } from './use-find.ts';
import { useHitJump } from './use-hit-jump.ts';

const PLACES = [
  { value: 'all', label: 'Everywhere' },
  { value: 'added', label: 'Added lines' },
  { value: 'removed', label: 'Removed lines' },
  { value: 'context', label: 'Unchanged lines' },
  { value: 'files', label: 'File names' },
  { value: 'threads', label: 'Threads' },
] as const;

function placeOf(value: string): FindPlace | 'all' {
  return PLACES.find((place) => place.value === value)?.value ?? 'all';
}

const NO_HITS: readonly FindHit[] = [];

/** Focus goes back to what had it when the panel opened; the key opens it again with the text selected. */
function useFieldFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const focus = () => {
      field.current?.focus();
      field.current?.select();
    };
    focus();
    // Of what was typed before it was there the rest follows.
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
    const stop = findLayer.subscribe(() => findLayer.isOpen() && focus());
    return () => {
      stop();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return field;
}

function statusWords(answer: FindAnswer | undefined, current: number, isAsked: boolean, isFetching: boolean): string {
  if (!isAsked) return 'Finds in all files, loaded or not, and in threads.';
  if (!answer) return isFetching ? 'Searching…' : '';
  const at =
    current >= 0
      ? `${current + 1} of ${answer.is_cut ? `the first ${answer.hits.length}` : answer.hits.length} lines · `
      : '';
  return at + foundWords(answer);
}

/** Finds in everything that the merge request changes and that is said about it. Enter goes to the next place. */
export default function FindPanel() {
  const { mergeRequest, params } = useChanges();
  const { view: _view, ...range } = params;
  const [text, setText] = useState(takeTypedAhead);
  const [isRegex, setRegex] = useState(false);
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [place, setPlace] = useState<FindPlace | 'all'>('all');
  const question = useStable<FindQuestion>({ text, isRegex, isCaseSensitive, place });
  const { data, error, isFetching } = useFind(mergeRequest?.review.findPath ?? '', range, question);
  const answer = text === '' || error ? undefined : data;
  const hits = answer?.hits ?? NO_HITS;
  const [chosen, setChosen] = useState<{ of: readonly FindHit[]; at: number }>({ of: NO_HITS, at: -1 });
  const current = chosen.of === hits ? chosen.at : -1;
  const field = useFieldFocus();
  const jump = useHitJump();
  const go = (at: number) => {
    const hit = hits[at];
    if (!hit) return;
    setChosen({ of: hits, at });
    jump(hit);
  };
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    go(current < 0 ? (by === 1 ? 0 : hits.length - 1) : (current + by + hits.length) % hits.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') findLayer.close();
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <div
      role="search"
      aria-label="Find in all changes"
      onKeyDown={onKeyDown}
      className="fixed z-18 max-sm:inset-x-2 sm:right-4 flex max-h-[min(28rem,60vh)] sm:w-[min(30rem,calc(100vw-2rem))] flex-col rounded-md border bg-overlay shadow-lg sm:top-[calc(var(--sticky-top,var(--bar))+8px)] max-sm:bottom-[calc(var(--bottom-bars,0px)+8px)] max-sm:max-h-[45vh]"
    >
      <div className="flex flex-wrap items-center gap-1 p-2">
        <TextField
          ref={field}
          label="Find in all changes"
          labelHidden
          type="search"
          placeholder="Find in all changes"
          value={text}
          onValueChange={setText}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="min-w-24 flex-1 max-sm:basis-full"
          // Escape and the button to close are enough; the browser's own would be of another hand.
          inputClassName="[&::-webkit-search-cancel-button]:hidden"
        />
        <IconButton
          icon={CaseSensitive}
          label="Match case"
          size="sm"
          pressed={isCaseSensitive}
          onClick={() => setCaseSensitive(!isCaseSensitive)}
        />
        <IconButton
          icon={Regex}
          label="Regular expression (RE2)"
          size="sm"
          pressed={isRegex}
          onClick={() => setRegex(!isRegex)}
        />
        <IconButton
          icon={ChevronUp}
          label="Previous match"
          size="sm"
          disabled={hits.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label="Next match"
          size="sm"
          disabled={hits.length === 0}
          onClick={() => step(1)}
        />
        <IconButton icon={X} label="Close" size="sm" onClick={findLayer.close} className="max-sm:ml-auto" />
        <div className="flex basis-full items-center gap-2">
          <Select
            label="Where"
            labelHidden
            size="sm"
            value={place}
            onValueChange={(value) => setPlace(placeOf(value))}
            options={PLACES}
            className="shrink-0"
          />
          <p role="status" className="min-w-0 text-sm text-fg-muted">
            {error && text !== '' ? '' : statusWords(answer, current, text !== '', isFetching)}
          </p>
        </div>
        {error && text !== '' && (
          <p role="alert" className="basis-full text-sm text-failed">
            {messageOf(error)}
          </p>
        )}
      </div>
      {hits.length > 0 && (
        <FindResults hits={hits} current={current} onPick={go} overviewPath={mergeRequest?.paths.overview ?? ''} />
      )}
    </div>
  );
}
