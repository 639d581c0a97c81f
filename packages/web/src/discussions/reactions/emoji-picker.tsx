import type { EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import type { ShellContext } from '@tributary/contract/page/page-data.ts';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PickedEmoji } from '../model/awards.ts';
import { loadCustomEmoji, loadEmoji, searchEmoji, USUAL } from './emoji-data.ts';
import { EmojiSign } from './emoji-sign.tsx';
import { frequentlyUsed, rememberEmoji } from './frequently-used.ts';

const SEARCH_MS = 500;
const PER_ROW = 9;

type Section = { title: string; entries: readonly PickedEmoji[] };

const picked = ({ n, e, u }: EmojiEntry): PickedEmoji => ({ name: n, emoji: e, url: u });

/** As addresses name where the page is, if emoji of groups can be used there. */
function placeOf(context: ShellContext | null): string | null {
  if (context?.type === 'group') return `groups/${context.fullPath}`;
  return context?.type === 'project' ? context.fullPath : null;
}

function useEmoji() {
  const [all, setAll] = useState<readonly EmojiEntry[] | null>(null);
  const { context } = useShell();
  const place = placeOf(context);
  const [state, setState] = useState<'loading' | 'failed' | 'complete'>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const [custom, entries] = await Promise.allSettled([loadCustomEmoji(place), loadEmoji()]);
      if (isGone) return;
      const parts = [custom, entries].filter((part) => part.status === 'fulfilled');
      setState(parts.length < 2 ? 'failed' : 'complete');
      // What a group made is little and its own: it comes first.
      if (entries.status === 'fulfilled') setAll(parts.flatMap((part) => part.value));
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [round, place]);
  const retry = () => {
    setState('loading');
    setRound((before) => before + 1);
  };
  return { all, state, retry };
}

/** The last ones taken, filled up with the usual ones. */
function frequentOf(all: readonly EmojiEntry[] | null): PickedEmoji[] {
  const known = new Map([...USUAL, ...(all ?? []).map(picked)].map((each) => [each.name, each]));
  const own = frequentlyUsed().flatMap((name) => known.get(name) ?? []);
  return [...own, ...USUAL.filter((each) => !own.some((other) => other.name === each.name))].slice(0, PER_ROW);
}

function Grid({ section, onPick }: { section: Section; onPick: (emoji: PickedEmoji) => void }) {
  const id = useId();
  // As high before it is laid out as then: its heading, and rows that are higher under a thumb.
  const height = { '--rows': Math.ceil(section.entries.length / PER_ROW) } as CSSProperties;
  return (
    <section
      aria-labelledby={id}
      style={height}
      className="[contain-intrinsic-block-size:calc(28px+var(--rows)*36px)] [content-visibility:auto] pointer-coarse:[contain-intrinsic-block-size:calc(28px+var(--rows)*40px)]"
    >
      <h3 id={id} className="px-1 py-1.5 text-sm font-medium text-fg-muted">
        {section.title}
      </h3>
      <div className="grid grid-cols-9">
        {section.entries.map((entry) => (
          <button
            key={entry.name}
            type="button"
            data-emoji
            tabIndex={-1}
            title={`:${entry.name}:`}
            aria-label={entry.name.replaceAll('_', ' ')}
            onClick={() => onPick(entry)}
            // A font that does not know a family of four draws all of them.
            className="control flex h-9 min-w-0 items-center justify-center overflow-hidden rounded-md text-[18px] whitespace-nowrap hover:bg-hover focus-visible:bg-hover"
          >
            <EmojiSign of={entry} size={20} />
          </button>
        ))}
      </div>
    </section>
  );
}

/** Why not all emoji are there, as long as they are not. */
function Missing({ state, retry }: Pick<ReturnType<typeof useEmoji>, 'state' | 'retry'>) {
  if (state === 'complete') return null;
  if (state === 'loading') return <Spinner label="Loading emoji" />;
  return (
    <p role="alert" className="flex flex-col items-start gap-2 p-2">
      We encountered an error while adding the remaining categories
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    </p>
  );
}

/** Arrows go from emoji to emoji; from the search field down into them and back up. */
function useArrows() {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_ROW, ArrowUp: -PER_ROW }[event.key];
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])];
    const at = all.findIndex((each) => each === document.activeElement);
    if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (at >= 0 && at + step < 0) {
      event.currentTarget.querySelector<HTMLElement>('input')?.focus();
      return;
    }
    all[at < 0 ? 0 : Math.min(at + step, all.length - 1)]?.focus();
  };
  return { list, onKeyDown };
}

/** Search, what is taken often, and all emoji by category; those further down are drawn when the first are there. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: PickedEmoji) => void }) {
  const { all, state, retry } = useEmoji();
  const [query, setQuery] = useState('');
  const wanted = useDebounced(query, SEARCH_MS);
  const [drawn, setDrawn] = useState(1);
  const { list, onKeyDown } = useArrows();
  const categories = useMemo(() => [...Map.groupBy(all ?? [], (entry) => entry.c)], [all]);
  useEffect(() => {
    if (drawn >= categories.length) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + 1), 50);
    return () => clearTimeout(timer);
  }, [drawn, categories.length]);
  const found = useMemo(() => searchEmoji(all ?? [], wanted).map(picked), [all, wanted]);
  const pick = (emoji: PickedEmoji) => {
    rememberEmoji(emoji.name, (name) => (all ?? []).some((entry) => entry.n === name) || USUAL.includes(emoji));
    onPick(emoji);
  };
  const goTo = (category: string) => {
    setDrawn(categories.length);
    requestAnimationFrame(() => document.getElementById(`emoji-${category}`)?.scrollIntoView({ block: 'start' }));
  };
  const isSearching = wanted.trim() !== '';
  const field = useRef<HTMLInputElement>(null);
  // It may come later than what it stands in, which gives the keyboard to what is there.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const pickFirst = (event: KeyboardEvent) => {
    const [first] = query.trim() === '' ? [] : searchEmoji(all ?? [], query);
    if (event.key !== 'Enter' || !first) return;
    event.preventDefault();
    pick(picked(first));
  };
  return (
    // The keys belong to the field and the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="flex min-h-0 flex-1 flex-col gap-2" onKeyDown={onKeyDown}>
      <TextField
        ref={field}
        label="Search for an emoji"
        labelHidden
        placeholder="Search"
        value={query}
        onValueChange={setQuery}
        onKeyDown={pickFirst}
      />
      {!isSearching && categories.length > 0 && (
        <div role="group" aria-label="Categories" className="flex justify-between">
          {categories.map(([category, [first]]) => (
            <button
              key={category}
              type="button"
              title={category}
              aria-label={category}
              onClick={() => goTo(category)}
              className="control rounded-md px-1 py-0.5 text-[16px] opacity-70 grayscale hover:bg-hover hover:opacity-100"
            >
              {first && <EmojiSign of={picked(first)} size={18} />}
            </button>
          ))}
        </div>
      )}
      {/* Scrolled with the keys of the page, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={list} role="group" aria-label="Emoji" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        {isSearching ? (
          <>
            {found.length > 0 && (
              <Grid section={{ title: `Results for ${wanted.trim()}`, entries: found }} onPick={pick} />
            )}
            <Missing state={state} retry={retry} />
            {/* Only who has looked through all of them can say so. */}
            {found.length === 0 && state === 'complete' && <p className="p-2 text-fg-muted">No emoji found</p>}
          </>
        ) : (
          <>
            <Grid section={{ title: 'Frequently used', entries: frequentOf(all) }} onPick={pick} />
            <Missing state={state} retry={retry} />
            {categories.slice(0, drawn).map(([category, entries]) => (
              <div key={category} id={`emoji-${category}`}>
                <Grid section={{ title: category, entries: entries.map(picked) }} onPick={pick} />
              </div>
            ))}
          </>
        )}
      </div>
    </div>
  );
}
