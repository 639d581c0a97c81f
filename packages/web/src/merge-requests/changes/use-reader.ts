import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { parseDiffHash } from '../../ui/diff/diff-hash.ts';
import { comparisonOf } from '../queries.ts';
import type { Changes } from './changes-context.ts';
import { useRebased } from './since/rebased-context.ts';
import { wayToLines } from './use-changes.ts';
import { currentFileHash, fileHashOf, type ReadingPosition, readingPosition } from './reading-position.ts';

/** The last files of a page cannot come to its top: one that was gone to is being read all the same. */
function staysAtEnd(fileHash: string | null): boolean {
  const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  const card = fileHash === null ? null : document.getElementById(`diff-content-${fileHash}`);
  return isAtEnd && card !== null && card.getBoundingClientRect().top < window.innerHeight;
}

/** What is read, and where the page stands since it was last put back there; null until it is there. */
export type RetainedPosition = { place: ReadingPosition | null; stands: number | null; isOnItsWay: boolean };

/** Nothing has lines that come later than this. */
const [LOOK_AGAIN_MS, MOST_LOOKS] = [300, 9];

/** Follows which file and line are being read; the answer holds the place. */
function useFollowedPlace({ current }: Changes) {
  const kept = useRef<RetainedPosition>({ place: null, stands: null, isOnItsWay: false });
  useEffect(() => {
    let [isAsked, looks] = [false, 0];
    const look = () => {
      isAsked = false;
      const hash = currentFileHash();
      if (hash !== null && !staysAtEnd(current.get())) current.set(hash);
      // Where the line itself is not there, the nearest stands in for it until the reader moves on.
      const { stands, isOnItsWay } = kept.current;
      if (isOnItsWay || stands === window.scrollY) return;
      const place = window.scrollY === 0 ? null : readingPosition();
      kept.current = { place, stands: null, isOnItsWay: false };
      // Lines that were far away become rows without anyone scrolling on.
      if (place?.line === null && looks++ < MOST_LOOKS) setTimeout(ask, LOOK_AGAIN_MS);
    };
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(look);
    };
    const onScroll = () => {
      looks = 0;
      ask();
    };
    // Where all files are in sight nothing tells which one is read but the keyboard and the presses.
    const onFocus = ({ target }: FocusEvent) => {
      const hash = target instanceof Element ? fileHashOf(target) : null;
      if (hash !== null) current.set(hash);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('focusin', onFocus);
    };
  }, [current]);
  return kept;
}

/** The same lines stay where they are when they are shown another way, file by file, or without white space. */
function useKeptPlace(changes: Changes): void {
  const kept = useFollowedPlace(changes);
  const { renameSearch } = usePageUrl();
  const { params, store, current, settings } = changes;
  const { isFileByFile } = settings;
  const { view, ...range } = params;
  const comparison = comparisonOf(range);
  const before = useRef({ view, store, comparison, current, isFileByFile });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { view, store, comparison, current, isFileByFile };
    const isOther = was.view !== view || was.store !== store || was.isFileByFile !== isFileByFile;
    const isShownAnew = isOther && was.comparison === comparison;
    if (!isShownAnew) return;
    const { place } = kept.current;
    const shown = was.current.get();
    // At the top of the page it is the file that was shown alone.
    const target = place ?? (was.isFileByFile && shown !== null ? { fileHash: shown } : null);
    if (!target) return;
    if (isFileByFile) renameSearch({ file: target.fileHash }, { replace: true, keepHash: true });
    kept.current = { place, stands: null, isOnItsWay: true };
    const keep = async () => (await import('./keep-scroll-position.ts')).keepScrollPosition(kept, target, changes);
    keep().catch(() => (kept.current = { ...kept.current, isOnItsWay: false }));
    // Everything else that changes leaves the lines where they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, store, comparison, isFileByFile]);
}

/**
 * A file or lines named by the address are gone to, also when it changes later; notes have a part of their own. Lines that
 * are marked stay so when they are shown another way.
 */
function useHashTarget(changes: Changes, isWaiting: boolean): void {
  const { url, renameSearch } = usePageUrl();
  const rebased = useRebased();
  const { named, views } = changes;
  const hash = url.hash.slice(1);
  const marked = useRef(views);
  useEffect(() => {
    const before = marked.current;
    marked.current = views;
    if (hash === '') named.set('');
    const target = parseDiffHash(hash);
    if (target === null) return;
    const { fileHash } = target;
    const { selected } = before.get(fileHash);
    if (before !== views && selected) views.select(fileHash, selected);
    // What is on its way may have it.
    if (hash === named.get() || isWaiting) return;
    let isOver = false;
    wayToLines().then(
      ({ goToNamed }) => void (isOver || goToNamed(target, changes, { hash, rebased, renameSearch })),
      // It says that it cannot.
      () => void (isOver || changes.goTo({ fileHash, hash })),
    );
    return () => {
      isOver = true;
    };
  }, [hash, named, views, changes, isWaiting, rebased, renameSearch]);
}

/** What goes with the reader through the files. */
export function useReader(changes: Changes, isWaiting: boolean): void {
  useKeptPlace(changes);
  useHashTarget(changes, isWaiting);
}
