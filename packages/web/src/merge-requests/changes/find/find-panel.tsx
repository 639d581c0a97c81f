import type { FindHit } from '@tributary/contract/merge-requests/find.ts';
import type { FindScope } from '@tributary/contract/merge-requests/find-scopes.ts';
import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAppError, messageOf } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useChanges } from '../changes-context.ts';
import { FindResults } from './find-results.tsx';
import { findLayer } from './find-switch.ts';
import { findResultText } from './find-result-text.ts';
import { takeBufferedKeystrokes, bufferedKeystrokes } from './keystroke-buffer.tsx';
import { type FindQuestion, type MoreHits, useFind } from './use-find.ts';
import { useHitJump } from './use-hit-jump.ts';

const PLACES = [
  { value: 'all', label: 'Everywhere' },
  { value: 'added', label: 'Added lines' },
  { value: 'removed', label: 'Removed lines' },
  { value: 'context', label: 'Unchanged lines' },
  { value: 'files', label: 'File names' },
  { value: 'threads', label: 'Threads' },
] as const;

function placeOf(value: string): FindScope | 'all' {
  return PLACES.find((place) => place.value === value)?.value ?? 'all';
}

const NO_HITS: readonly FindHit[] = [];

/**
 * Focus goes back to what had it when the panel opened; the key opens it again with the text selected. The field takes over
 * in the moment in which it comes to the page: a key that comes between is typed nowhere.
 */
function useFieldFocus(onTyped: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const typed = takeBufferedKeystrokes();
    if (typed !== '') onTyped(typed);
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
    // Only once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return field;
}

type Found = Pick<ReturnType<typeof useFind>, 'answer' | 'isFetching' | 'more'>;

function statusWords({ answer, isFetching, more }: Found, current: number, isAsked: boolean): string {
  if (!isAsked) return 'Search all files and threads, including content that is not loaded.';
  if (!answer) return isFetching ? 'Searching…' : '';
  if (more?.isOnItsWay) return 'Loading more lines…';
  const at = current >= 0 ? `${formatCount(current + 1)} of ${formatCount(answer.lines_count)} lines · ` : '';
  return at + findResultText(answer);
}

/** What is wrong with the question stays wrong; all else may go well the next time. */
const isWorthAsking = (error: unknown) => !isAppError(error) || error.status !== 400;

/** Said above what was found before, which stays. */
function FindFailure({ error, isBusy, onRetry }: { error: unknown; isBusy: boolean; onRetry: () => void }) {
  return (
    <div className="flex basis-full items-center justify-between gap-2 text-sm">
      <p role="alert" className="min-w-0 text-failed">
        {messageOf(error)}
      </p>
      {isWorthAsking(error) && (
        <Button size="sm" busy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Goes to what comes last, also where more has to come first; no list is so long that it has a hit at that place. */
const LAST = Number.POSITIVE_INFINITY;

/** The hit that is gone to, and the ways to others: past those that are listed, on either side, more are asked for. */
function useSteps(hits: readonly FindHit[], list: readonly FindHit[], more: MoreHits | null) {
  const [chosen, setChosen] = useState({ of: list, at: -1 });
  // Gone to when it comes, also after another try, unless its reader has gone elsewhere meanwhile.
  const [awaited, setAwaited] = useState({ of: list, at: -1 });
  /** How many were there when more were asked for on the way to the last: an answer without any ends that way. */
  const reached = useRef(0);
  const asked = useRef(hits);
  const jump = useHitJump();
  const current = chosen.of === list ? chosen.at : -1;
  const go = (at: number) => {
    const hit = hits[at];
    if (!hit) return;
    setChosen({ of: list, at });
    setAwaited({ of: list, at: -1 });
    jump(hit);
  };
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    const isPastEnd = by === 1 ? current === hits.length - 1 : current <= 0;
    if (more && isPastEnd) {
      reached.current = hits.length;
      asked.current = hits;
      setAwaited({ of: list, at: by === 1 ? hits.length : LAST });
      more.load();
    } else go(current < 0 ? (by === 1 ? 0 : hits.length - 1) : (current + by + hits.length) % hits.length);
  };
  useEffect(() => {
    if (awaited.of !== list || awaited.at < 0) return;
    if (awaited.at < hits.length) go(awaited.at);
    if (awaited.at !== LAST || hits === asked.current) return;
    asked.current = hits;
    // Part after part; one that does not come is told, and the way goes on after another try.
    if (more && hits.length > reached.current) {
      reached.current = hits.length;
      more.load();
    } else go(hits.length - 1);
    // Only once it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [awaited, list, hits]);
  return { current, go, step };
}

/** Finds in everything that the merge request changes and that is said about it. Enter goes to the next place. */
export default function FindPanel() {
  const { mergeRequest, params } = useChanges();
  const { view: _view, ...range } = params;
  const [text, setText] = useState(bufferedKeystrokes);
  const [isRegex, setRegex] = useState(false);
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [place, setPlace] = useState<FindScope | 'all'>('all');
  const question = useStable<FindQuestion>({ text, isRegex, isCaseSensitive, place });
  const found = useFind(mergeRequest?.review.findPath ?? '', range, question);
  const isAsked = text !== '';
  const error = isAsked ? found.error : null;
  const hits = isAsked ? found.hits : NO_HITS;
  const more = isAsked ? found.more : null;
  const field = useFieldFocus(setText);
  const { current, go, step } = useSteps(hits, found.list ?? NO_HITS, more);
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
            label="Search in"
            labelHidden
            size="sm"
            value={place}
            onValueChange={(value) => setPlace(placeOf(value))}
            options={PLACES}
            className="shrink-0"
          />
          <p role="status" className="min-w-0 text-sm text-fg-muted">
            {error && !found.answer ? '' : statusWords(found, current, isAsked)}
          </p>
        </div>
        {error && (
          <FindFailure
            error={error}
            isBusy={found.isFetching}
            onRetry={() => {
              // The button goes with what it tells of.
              field.current?.focus();
              found.retry();
            }}
          />
        )}
      </div>
      {hits.length > 0 && (
        <FindResults
          hits={hits}
          current={current}
          onPick={go}
          linesCount={found.answer?.lines_count ?? hits.length}
          more={more}
          overviewPath={mergeRequest?.paths.overview ?? ''}
        />
      )}
    </div>
  );
}
