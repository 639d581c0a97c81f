import type { MemberLevel } from '@tributary/contract/core/access-levels.ts';
import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { namespaceIsVisible } from '../../access/visible-store.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { asMemberLevel } from '../../members/rules/granting.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { countGroupLinks, type GroupLinkQuery, type GroupLinkRecord, listGroupLinkRecords } from '../link-store.ts';

/** A group that is invited, as far as the actor may know. */
export type GroupLinkView = {
  groupId: number;
  /** Null for a group that the actor may not see. */
  group: { name: string; fullPath: string; avatarUrl: string | null } | null;
  level: MemberLevel;
  expiresAt: string | null;
  createdAt: Date;
  projectId: number | null;
  /** Where it is invited to: the place that was asked for, or a group above it. */
  place: { kind: 'project' | 'group'; id: number; name: string; fullPath: string };
};

function viewOf(record: GroupLinkRecord): GroupLinkView {
  return {
    groupId: record.group_id,
    group: record.is_visible
      ? {
          name: record.group_name,
          fullPath: record.group_full_path,
          avatarUrl: containerAvatarPath('group', record.group_id, record.group_avatar_name),
        }
      : null,
    level: asMemberLevel(record.access_level),
    expiresAt: record.expires_at,
    createdAt: record.created_at,
    projectId: record.project_id,
    place: {
      kind: record.project_id === null ? 'group' : 'project',
      id: record.project_id ?? record.namespace_id ?? 0,
      name: record.place_name,
      fullPath: record.place_full_path,
    },
  };
}

/** Groups invited to a place, and with `inherited` to those above it; the caller has made sure that it may be seen. */
export async function listGroupLinks(
  ctx: Context,
  place: MemberContainer,
  options: GroupLinkOptions,
): Promise<GroupLinkView[]> {
  return (await listGroupLinkRecords(ctx.db, queryOf(ctx, place, options))).map((row) => viewOf(row));
}

/** One page of them, with how many there are. */
export async function pageOfGroupLinks(
  ctx: Context,
  place: MemberContainer,
  options: GroupLinkOptions & { isVisibleOnly: boolean },
  { page, perPage }: PageRequest,
): Promise<Page<GroupLinkView>> {
  const query = queryOf(ctx, place, options);
  const range = { limit: perPage, offset: (page - 1) * perPage };
  const total = await countGroupLinks(ctx.db, query);
  const items = (await listGroupLinkRecords(ctx.db, { ...query, range })).map((row) => viewOf(row));
  return { items, page, perPage, total, hasNext: page * perPage < total };
}

type GroupLinkOptions = Pick<GroupLinkQuery, 'inherited' | 'search'>;

function queryOf(ctx: Context, place: MemberContainer, options: GroupLinkOptions): GroupLinkQuery {
  const today = todayOf(ctx);
  return { of: place, today, visible: namespaceIsVisible(ctx.actor, today), ...options };
}

/** Groups that these projects are shared with, by project id, as far as the actor may see them. */
export async function groupLinksOfProjects(
  ctx: Context,
  projectIds: readonly number[],
): Promise<Map<number, GroupLinkView[]>> {
  const found = new Map<number, GroupLinkView[]>();
  if (projectIds.length === 0) return found;
  const today = todayOf(ctx);
  const visible = namespaceIsVisible(ctx.actor, today);
  const rows = await listGroupLinkRecords(ctx.db, { of: { projectIds }, inherited: false, today, visible });
  for (const view of rows.filter((row) => row.is_visible).map((row) => viewOf(row))) {
    const id = view.projectId ?? 0;
    found.set(id, [...(found.get(id) ?? []), view]);
  }
  return found;
}
