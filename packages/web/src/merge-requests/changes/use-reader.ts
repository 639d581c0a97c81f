import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { bringIntoView } from './bring-into-view.ts';
import type { Changes } from './changes-context.ts';
import { parseDiffHash } from './model/diff-hash.ts';
import { currentFileHash, type ReadingPlace, readingPlace } from './reading-place.ts';

/** The last files of a page cannot come to its top: one that was gone to is being read all the same. */
function staysAtEnd(fileHash: string | null): boolean {
  const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  const card = fileHash === null ? null : document.getElementById(`diff-content-${fileHash}`);
  return isAtEnd && card !== null && card.getBoundingClientRect().top < window.innerHeight;
}

/** Follows which file and line are being read; the answer holds the place. */
function useFollowedPlace({ current }: Changes) {
  const place = useRef<ReadingPlace | null>(null);
  useEffect(() => {
    let isAsked = false;
    const look = () => {
      isAsked = false;
      place.current = window.scrollY === 0 ? null : readingPlace();
      const hash = currentFileHash();
      if (hash !== null && !staysAtEnd(current.get())) current.set(hash);
    };
    const onScroll = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(look);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [current]);
  return place;
}

/** The same lines stay where they are when they are shown another way, or without white space. */
function useKeptPlace(changes: Changes): void {
  const place = useFollowedPlace(changes);
  const { params, store } = changes;
  const { view, w: _w, ...compared } = params;
  const comparison = JSON.stringify(compared);
  const before = useRef({ view, store, comparison });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { view, store, comparison };
    const isShownAnew = (was.view !== view || was.store !== store) && was.comparison === comparison;
    if (isShownAnew && place.current) void bringIntoView(place.current, changes);
    // Everything else that changes leaves the lines where they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, store, comparison]);
}

/** A file or lines named by the address are gone to, also when it changes later; notes have a part of their own. */
function useHashTarget(changes: Changes): void {
  const { url } = usePageUrl();
  const { files, named, views, goTo } = changes;
  const hash = url.hash.slice(1);
  useEffect(() => {
    if (hash === '' || hash === named.get()) return;
    const target = parseDiffHash(hash);
    if (target === null || target.type === 'note') return;
    const { fileHash } = target;
    if (!files.some((file) => file.file_hash === fileHash)) return;
    if (target.type === 'file') {
      void goTo({ fileHash, hash });
      return;
    }
    views.select(fileHash, { from: target.from, to: target.to });
    void goTo({ fileHash, elementId: target.from, hash, focus: true });
  }, [hash, files, named, views, goTo]);
}

/** What goes with the reader through the files. */
export function useReader(changes: Changes): void {
  useKeptPlace(changes);
  useHashTarget(changes);
}
