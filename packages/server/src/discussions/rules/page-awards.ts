import type { PageAward } from '@tributary/contract/discussions/page.ts';
import type { AwardView } from '../awards/award-views.ts';

export function toPageAwards(views: readonly AwardView[]): PageAward[] {
  return views.map(({ row, user, emoji, url }) => ({
    name: row.name,
    emoji,
    ...(url !== null && { url }),
    user: { id: user.id, name: user.name, username: user.username },
  }));
}
