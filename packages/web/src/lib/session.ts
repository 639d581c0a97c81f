/**
 * What the HTTP client must know of the session. Set by the navigation whenever page data arrives, so that a token
 * renewed in another tab is picked up with the next page.
 */
type Session = { csrfToken: string | null; isSignedIn: boolean };

let current: Session = { csrfToken: null, isSignedIn: false };

/** Asks the user to sign in again; resolves true when there is a session again. */
type SignInAgain = () => Promise<boolean>;

let signInAgain: SignInAgain | null = null;
/** Looks, without asking anyone, whether the same user has another session by now. */
let findAnother: SignInAgain | null = null;

export const session = {
  read(): Session {
    return current;
  },
  write(next: Session): void {
    current = next;
  },
  onExpired(ask: SignInAgain | null, find: SignInAgain | null = null): void {
    signInAgain = ask;
    findAnother = find;
  },
  renew: (): Promise<boolean> | false => findAnother?.() ?? false,
  async restore(): Promise<boolean> {
    return signInAgain === null ? false : signInAgain();
  },
};
