import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type AccessRequestRow, listAccessRequestRows } from '../access-request-store.ts';
import type { MemberContainer } from '../member-store.ts';

export type AccessRequestView = { user: UserView; requestedAt: Date };

export async function accessRequestViews(ctx: Context, rows: AccessRequestRow[]): Promise<AccessRequestView[]> {
  const ids = rows.map((row) => row.user_id);
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    return user ? { user, requestedAt: row.requested_at } : [];
  });
}

/** The caller has made sure that the actor may see them. */
export async function listAccessRequests(
  ctx: Context,
  place: MemberContainer,
  request: PageRequest,
): Promise<Page<AccessRequestView>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const { rows, total } = await listAccessRequestRows(ctx.db, place, page);
  return pageOf(await accessRequestViews(ctx, rows), request, total);
}
