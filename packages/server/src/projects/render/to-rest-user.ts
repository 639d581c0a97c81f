import type { RestUserBasic } from '@tributary/contract/accounts/rest.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { UserRef } from '@tributary/contract/projects/page.ts';
import { renderUserBasic } from '../../accounts/index.ts';

export function toRestUserBasic(baseUrl: string, user: UserView): RestUserBasic {
  return renderUserBasic(user, { config: { url: baseUrl } });
}

export function toUserRef(user: UserView): UserRef {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    avatarUrl: user.avatarUrl,
    href: `/${user.username}`,
  };
}
