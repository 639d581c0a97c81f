import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { NoteAuthor } from '@tributary/contract/discussions/page.ts';
import type { RestPerson } from '@tributary/contract/discussions/rest.ts';

/** Addresses of the REST face are absolute. */
export function toRestPerson(user: UserView, instanceUrl: string): RestPerson {
  return {
    id: user.id,
    username: user.username,
    public_email: user.publicEmail,
    name: user.name,
    state: user.state,
    locked: user.state === 'blocked',
    avatar_url: user.avatarUrl === null ? null : `${instanceUrl}${user.avatarUrl}`,
    web_url: `${instanceUrl}/${user.username}`,
  };
}

export function toPageAuthor(user: UserView): NoteAuthor {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    avatar_url: user.avatarUrl,
    path: `/${user.username}`,
  };
}
