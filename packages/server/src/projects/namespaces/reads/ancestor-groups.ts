import type { Context } from '../../../platform/context.ts';
import { namespaceById } from '../namespace-store.ts';
import { namespaceViewsByIds, type NamespaceView } from './namespace-views.ts';

/** The groups that a project's namespace lies in, itself included, from the root down. */
export async function ancestorGroups(
  ctx: Context,
  namespaceId: number,
  filter: { search?: string | undefined; skipIds?: number[] | undefined } = {},
): Promise<NamespaceView[]> {
  const row = await namespaceById(ctx.db, namespaceId);
  if (!row || row.kind !== 'group') return [];
  const views = await namespaceViewsByIds(ctx, row.traversal_ids);
  const search = filter.search?.toLowerCase() ?? '';
  return row.traversal_ids
    .flatMap((id) => views.get(id) ?? [])
    .filter((view) => !(filter.skipIds ?? []).includes(view.id))
    .filter((view) => view.name.toLowerCase().includes(search) || view.path.toLowerCase().includes(search));
}
