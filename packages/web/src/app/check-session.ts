import { session } from '../lib/session.ts';
import type { Navigator } from './navigator.ts';
import { fetchPage } from './page-fetch.ts';

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

/** The same user has another session than the one of this page: it goes on with that. */
export async function hasAnother(navigator: Navigator): Promise<boolean> {
  const { csrfToken } = session.read();
  const found = await checkSession(navigator).catch(() => undefined);
  return found === 'back' && session.read().csrfToken !== csrfToken;
}
