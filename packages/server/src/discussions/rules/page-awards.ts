import type { PageAward } from '@tributary/contract/discussions/page.ts';
import type { AwardView } from '../awards/award-views.ts';

export function toPageAwards(views: readonly AwardView[]): PageAward[] {
  return views.map(({ row, user, emoji }) => ({
    name: row.name,
    emoji,
    user: { id: user.id, name: user.name, username: user.username },
  }));
}
