import { viewerOf } from '../../planning/index.ts';
import type { Context } from '../../platform/context.ts';
import { listRows } from '../store/listing.ts';

/** Those of these that the actor may read. */
export async function visibleRequestIds(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const order = { by: 'created_at', direction: 'asc' } as const;
  const rows = await listRows(ctx.db, viewerOf(ctx), { ids }, { limit: ids.length, offset: 0, order });
  return new Set(rows.map((row) => row.id));
}
export { requestIsReadable } from '../store/listing.ts';
