import { useSyncExternalStore } from 'react';
import { session } from '../lib/session.ts';
import type { Navigator } from './navigator.ts';
import { fetchPage } from './page-fetch.ts';

/** One question for all requests that found the session gone. */
type Pending = { promise: Promise<boolean>; resolve: (isBack: boolean) => void };

let pending: Pending | null = null;
const listeners = new Set<() => void>();

function set(next: Pending | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

function ask(): Promise<boolean> {
  if (pending === null) set(Promise.withResolvers<boolean>());
  return pending?.promise ?? Promise.resolve(false);
}

export function answerSignInAgain(isBack: boolean): void {
  pending?.resolve(isBack);
  set(null);
}

export type SessionCheck = 'back' | 'other-person' | 'still-out';

/** Asks the server who is signed in now, without touching what is shown. */
export async function checkSession(navigator: Navigator): Promise<SessionCheck> {
  const before = navigator.state.page.shell.viewer;
  const { page } = await fetchPage('/', AbortSignal.timeout(10_000));
  if (page.shell.viewer === null) return 'still-out';
  if (before !== null && before.id !== page.shell.viewer.id) return 'other-person';
  const { csrfToken } = page.shell;
  session.write({ csrfToken, isSignedIn: true });
  navigator.update((shown) => ({ ...shown, shell: { ...shown.shell, csrfToken } }));
  return 'back';
}

export function listenForExpiredSession(): () => void {
  session.onExpired(ask);
  return () => session.onExpired(null);
}

export function useIsSignInAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending !== null,
  );
}
