import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { retryPage, useNavigatorState } from './navigation.tsx';
import type { Navigator } from './navigator.ts';

/** A line under this long would only flicker. */
const quietMs = 100;

export function LoadingLine() {
  const { isLoading } = useNavigatorState();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), quietMs);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="loading-line h-full bg-accent" />
    </div>
  );
}

function focusTarget(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex') && !element.matches('a[href], button, input, select, textarea'))
    element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The element of the hash: also with the `user-content-` prefix that rendered Markdown carries. */
function findHashTarget(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  let id: string;
  try {
    id = decodeURIComponent(hash.slice(1));
  } catch {
    return null; // Not a name that the document could hold.
  }
  return document.getElementById(id) ?? document.getElementById(`user-content-${id}`);
}

/** Content that arrives late makes the page long enough only after a while; someone who scrolls ends the waiting. */
const restoreMs = 1_500;

function restoreScroll(top: number): void {
  window.scrollTo(0, top);
  if (top === 0 || Math.abs(window.scrollY - top) < 2) return;
  const end = new AbortController();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2) end.abort();
  });
  end.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body);
  setTimeout(() => end.abort(), restoreMs);
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    document.addEventListener(kind, () => end.abort(), { passive: true, signal: end.signal });
  }
}

/** A page that starts with a field has put the focus there itself; what had it before went with the page before. */
function hasOwnFocus(): boolean {
  const { activeElement } = document;
  return activeElement?.matches('main input, main textarea') === true;
}

/** Where the eye and the reader go after a navigation has arrived. */
function settle(navigator: Navigator, address: string, samePage: boolean): void {
  const scroll = navigator.takePendingScroll();
  const hashAt = address.indexOf('#');
  const target = hashAt < 0 ? null : findHashTarget(address.slice(hashAt));
  if (target !== null) {
    target.scrollIntoView({ block: 'start' });
    focusTarget(target);
    return;
  }
  if (scroll !== null) restoreScroll(scroll);
  if (samePage || hasOwnFocus()) return;
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading !== null) focusTarget(heading);
}

/** The page itself, with title, announcement, focus and scroll after each navigation. */
export function PageOutlet({ navigator }: { navigator: Navigator }) {
  const state = useNavigatorState();
  const { page, Component, arrival, mountKey, address, failure } = state;
  const [announcement, setAnnouncement] = useState('');
  const settledKey = useRef(mountKey);
  const title = failure === null ? page.title : 'This page could not be loaded';
  const instance = page.shell.instance.name;

  useEffect(() => {
    document.title = title === '' ? instance : `${title} · ${instance}`;
  }, [title, instance]);

  const onArrival = useEffectEvent(() => {
    const samePage = settledKey.current === mountKey && failure === null;
    settledKey.current = mountKey;
    if (arrival === 0) {
      if (address.includes('#')) settle(navigator, address, true);
      return;
    }
    settle(navigator, address, samePage);
    if (!samePage) setAnnouncement(title);
  });
  useLayoutEffect(() => onArrival(), [arrival]);

  return (
    <>
      <div aria-live="polite" role="status" className="sr-only">
        {announcement}
      </div>
      {failure === null ? (
        <ErrorBoundary key={mountKey} onRetry={retryPage}>
          <Component />
        </ErrorBoundary>
      ) : (
        <div className="w-full max-w-reading px-4">
          <h1 tabIndex={-1} className="sr-only">
            {title}
          </h1>
          <ErrorState
            title={title}
            text={messageOf(failure.error)}
            errorId={isAppError(failure.error) ? failure.error.requestId : null}
            onRetry={retryPage}
          />
        </div>
      )}
    </>
  );
}
