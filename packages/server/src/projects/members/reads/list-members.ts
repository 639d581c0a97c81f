import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { MemberLevel } from '@tributary/contract/core/access-levels.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { todayOf } from '../../access/project-access.ts';
import { namespaceIsVisible } from '../../access/visible-store.ts';
import { loadContainer } from '../load-container.ts';
import { listMemberRecords, type MemberContainer, type MemberRecord } from '../member-store.ts';
import { asMemberLevel } from '../rules/granting.ts';

export type MemberView = {
  /** Null for the user whose namespace this is. */
  id: number | null;
  user: UserView;
  level: MemberLevel;
  expiresAt: string | null;
  createdAt: Date;
  createdBy: UserView | null;
  /** `above`: from a group above; `invited`: by a group that is invited here or above. */
  origin: 'direct' | 'above' | 'invited';
  /** The user whose namespace this is: a role that cannot be given or taken. */
  isNamespaceOwner: boolean;
  /** Null when it is a group that the actor may not see. */
  source: { name: string; fullPath: string } | null;
};

export type MemberFilter = {
  inherited: boolean;
  search?: string | undefined;
  userIds?: number[] | undefined;
  skipUserIds?: number[] | undefined;
};

/** Users with a role here, each once with their highest; the caller has made sure that the actor may see them. */
export async function listMembers(
  ctx: Context,
  place: MemberContainer,
  filter: MemberFilter,
  request: PageRequest,
): Promise<Page<MemberView>> {
  const { rows, total } = await listMemberRecords(
    ctx.db,
    {
      place,
      inherited: filter.inherited,
      today: todayOf(ctx),
      visibleGroups: namespaceIsVisible(ctx.actor, todayOf(ctx)),
      withHidden: await seesEverybody(ctx, place),
      ...(filter.search && { search: filter.search }),
      ...(filter.userIds && { userIds: filter.userIds }),
      ...(filter.skipUserIds && { skipUserIds: filter.skipUserIds }),
    },
    { offset: (request.page - 1) * request.perPage, limit: request.perPage },
  );
  return pageOf(await viewsOf(ctx, place, rows), request, total);
}

/** One user's role here; not_found when they have none. */
export async function getMember(
  ctx: Context,
  place: MemberContainer,
  userId: number,
  options: { inherited: boolean },
): Promise<MemberView> {
  const page = await listMembers(ctx, place, { ...options, userIds: [userId] }, { page: 1, perPage: 1 });
  const [member] = page.items;
  if (!member) throw new AppError('not_found', { resource: 'Member' });
  return member;
}

/** Who manages a place knows everyone who has a role there; others not those of invited groups they may not see. */
async function seesEverybody(ctx: Context, place: MemberContainer): Promise<boolean> {
  return isAllowed(ctx.actor, 'read_all_members', (await loadContainer(ctx, place)).policy);
}

async function viewsOf(ctx: Context, place: MemberContainer, rows: MemberRecord[]): Promise<MemberView[]> {
  const ids = rows.flatMap((row) => [row.user_id, row.created_by_id ?? row.user_id]);
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    if (!user) return [];
    const isOwner = row.id === null && row.invited_group_id === null;
    const here = place.kind === 'project' ? row.project_id : row.namespace_id;
    return {
      id: row.id,
      user,
      level: asMemberLevel(row.access_level),
      expiresAt: row.expires_at,
      createdAt: row.created_at,
      createdBy: row.created_by_id === null ? null : (users.get(row.created_by_id) ?? null),
      origin: row.invited_group_id !== null ? 'invited' : isOwner || here === place.id ? 'direct' : 'above',
      isNamespaceOwner: isOwner,
      source: row.is_source_visible ? { name: row.source_name, fullPath: row.source_full_path } : null,
    };
  });
}
