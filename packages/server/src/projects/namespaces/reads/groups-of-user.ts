import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { hasNamespaceRole, namespaceIsVisible } from '../../access/visible-store.ts';
import { listNamespaceRecords } from '../namespace-store.ts';
import { namespaceViews, type NamespaceView } from './namespace-views.ts';

const MAX_GROUPS = 100;

function groupsOf(ctx: Context, userId: number, limit: number) {
  const today = todayOf(ctx);
  return listNamespaceRecords(ctx.db, {
    visible: namespaceIsVisible(ctx.actor, today),
    kind: 'group',
    also: [hasNamespaceRole(userId, today)],
    orderBy: 'name',
    descending: false,
    offset: 0,
    limit,
  });
}

/** Groups that someone belongs to, as far as the actor may see them. */
export async function listGroupsOf(ctx: Context, userId: number): Promise<NamespaceView[]> {
  const { rows } = await groupsOf(ctx, userId, MAX_GROUPS);
  return namespaceViews(ctx, rows);
}

/** How many those are. */
export async function countGroupsOf(ctx: Context, userId: number): Promise<number> {
  return (await groupsOf(ctx, userId, 0)).total;
}
