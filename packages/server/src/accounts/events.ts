import type { UserState } from '@tributary/contract/accounts/user-view.ts';

declare module '../platform/events.ts' {
  interface EventMap {
    'user.created': { userId: number };
    'user.renamed': { userId: number; from: string; to: string };
    'user.state_changed': { userId: number; from: UserState; to: UserState };
    'user.deleted': { userId: number; username: string; name?: string; email?: string };
    /** The password was right, but the account may not be used. */
    'user.sign_in_refused': { userId: number; state: UserState };
  }
}
