import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { INSTANCE, isAllowed } from '../../../platform/policy/policy.ts';
import { listStarrers as listRows } from '../project-store.ts';

/** Who starred a project and when, as far as their profiles show it. */
export async function listStarrers(
  ctx: Context,
  filter: { projectId: number; search: string | undefined },
  request: PageRequest,
): Promise<Page<{ user: UserView; starredAt: Date }>> {
  const withPrivate = isAllowed(ctx.actor, 'read_administration', INSTANCE);
  const { rows, total } = await listRows(
    ctx.db,
    { ...filter, viewerId: actorId(ctx.actor), withPrivate },
    { offset: (request.page - 1) * request.perPage, limit: request.perPage },
  );
  const ids = rows.map((row) => row.user_id);
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  const items = rows.flatMap((row) => {
    const user = users.get(row.user_id);
    return user ? [{ user, starredAt: row.created_at }] : [];
  });
  return pageOf(items, request, total);
}
