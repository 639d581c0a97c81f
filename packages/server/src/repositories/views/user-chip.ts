import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { UserChip } from '@tributary/contract/projects/repository-views.ts';

export function userChip(user: UserView): UserChip {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    avatarUrl: user.avatarUrl,
    href: `/${encodeURIComponent(user.username)}`,
  };
}
