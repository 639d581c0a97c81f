import type { Context } from '../../../platform/context.ts';
import { viewerOf } from '../../shared/viewer.ts';
import type { IssueRow } from '../store/issues.ts';
import { listIssueRows } from '../store/listing.ts';

/** Those of these that the actor may read. */
export async function visibleIssueIds(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await visibleIssueRows(ctx, ids)).map((row) => row.id));
}

export function visibleIssueRows(ctx: Context, ids: readonly number[]): Promise<IssueRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const order = { by: 'created_at', direction: 'asc' } as const;
  return listIssueRows(ctx.db, viewerOf(ctx), { ids }, { limit: ids.length, offset: 0, order });
}
export { issueIsReadable } from '../store/listing.ts';
