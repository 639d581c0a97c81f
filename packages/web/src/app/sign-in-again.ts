import { useSyncExternalStore } from 'react';
import { session } from '../lib/session.ts';
import type { Navigator } from './navigator.ts';

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

export function listenForExpiredSession(navigator: Navigator): () => void {
  session.onExpired(ask, () =>
    import('./check-session.ts').then(
      ({ hasAnother }) => hasAnother(navigator),
      () => false,
    ),
  );
  return () => session.onExpired(null);
}

export function useIsSignInRequired(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending !== null,
  );
}
