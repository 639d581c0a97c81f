import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type InvitationRow, listInvitationRows } from '../invitation-store.ts';
import type { MemberContainer } from '../member-store.ts';

export type InvitationView = {
  id: number;
  email: string;
  level: number;
  expiresAt: string | null;
  createdAt: Date;
  createdByName: string | null;
};

export async function invitationViews(ctx: Context, rows: InvitationRow[]): Promise<InvitationView[]> {
  const users = await listUsersByIds(
    ctx,
    rows.map((row) => row.created_by_id),
  );
  const names = new Map(users.map((user) => [user.id, user.name]));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    level: row.access_level,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdByName: names.get(row.created_by_id) ?? null,
  }));
}

/** The caller has made sure that the actor may see them. */
export async function listInvitations(
  ctx: Context,
  place: MemberContainer,
  search: string | undefined,
  request: PageRequest,
): Promise<Page<InvitationView>> {
  const range = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const { rows, total } = await listInvitationRows(ctx.db, place, { search, ...range });
  return pageOf(await invitationViews(ctx, rows), request, total);
}
