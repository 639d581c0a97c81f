import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { NoteAuthor } from '@tributary/contract/discussions/page.ts';

export function toPageAuthor(user: UserView): NoteAuthor {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    avatar_url: user.avatarUrl,
    path: `/${user.username}`,
    bot: user.isBot,
    user_type: user.kind,
  };
}
