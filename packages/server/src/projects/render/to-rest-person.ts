import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PersonRef } from '@tributary/contract/projects/page.ts';
import type { RestPerson } from '@tributary/contract/projects/person.ts';

export function toRestPerson(baseUrl: string, user: UserView): RestPerson {
  return {
    id: user.id,
    username: user.username,
    public_email: user.publicEmail,
    name: user.name,
    state: user.state,
    locked: false,
    avatar_url: user.avatarUrl === null ? null : `${baseUrl}${user.avatarUrl}`,
    web_url: `${baseUrl}/${user.username}`,
  };
}

export function toPersonRef(user: UserView): PersonRef {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    avatarUrl: user.avatarUrl,
    href: `/${user.username}`,
  };
}
