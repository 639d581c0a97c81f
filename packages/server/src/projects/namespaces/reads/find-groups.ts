import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { namespaceIsVisible } from '../../access/visible-store.ts';
import { listGroupsByPaths, listNamespaceRecords, type NamedGroup } from '../namespace-store.ts';

/** Groups with these paths, whatever their case, as far as the actor may see them. */
export function groupsByPaths(ctx: Context, paths: readonly string[]): Promise<NamedGroup[]> {
  return listGroupsByPaths(ctx.db, paths, namespaceIsVisible(ctx.actor, todayOf(ctx)));
}

/** Groups that have these letters in their name or path, as far as the actor may see them. */
export async function searchGroups(ctx: Context, search: string, limit: number): Promise<NamedGroup[]> {
  const { rows } = await listNamespaceRecords(ctx.db, {
    visible: namespaceIsVisible(ctx.actor, todayOf(ctx)),
    kind: 'group',
    search,
    searchFullPath: true,
    orderBy: 'path',
    descending: false,
    offset: 0,
    limit,
  });
  return rows;
}
