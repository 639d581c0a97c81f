import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { namespaceViewsByIds, type NamespaceView } from '../../namespaces/reads/namespace-views.ts';
import { groupsSharedWith } from '../link-store.ts';
import { listGroupLinks } from './list-group-links.ts';

export type InvitedGroupFilter = {
  /** Both when left out: invited to the place itself, or to a group above it. */
  relations?: readonly ('direct' | 'inherited')[] | undefined;
  search?: string | undefined;
  /** Only those invited with at least this role. */
  minLevel?: number | undefined;
};

/** Groups invited to a place that the actor may see, each once. */
export async function listInvitedGroups(
  ctx: Context,
  place: MemberContainer,
  filter: InvitedGroupFilter = {},
): Promise<NamespaceView[]> {
  const { relations = ['direct', 'inherited'], minLevel = 0 } = filter;
  const links = await listGroupLinks(ctx, place, { inherited: relations.includes('inherited'), search: filter.search });
  const wanted = links
    .filter((link) => link.group !== null && link.level >= minLevel)
    .filter((link) => relations.includes('direct') || link.place.kind !== place.kind || link.place.id !== place.id);
  const ids = [...new Set(wanted.map((link) => link.groupId))];
  const views = await namespaceViewsByIds(ctx, ids);
  return ids.flatMap((id) => views.get(id) ?? []);
}

/** Ids of the groups that this group is invited to; the caller shows only those that the actor may see. */
export function listGroupIdsSharedWith(ctx: Context, groupId: number): Promise<number[]> {
  return groupsSharedWith(ctx.db, groupId, todayOf(ctx));
}
