import type { RestUserBasic } from '@tributary/contract/accounts/rest.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PersonRef } from '@tributary/contract/projects/page.ts';
import { renderUserBasic } from '../../accounts/index.ts';

export function toRestPerson(baseUrl: string, user: UserView): RestUserBasic {
  return renderUserBasic(user, { config: { url: baseUrl } });
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
