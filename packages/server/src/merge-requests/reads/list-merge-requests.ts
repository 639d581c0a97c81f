import { issuableReads, viewerOf } from '../../planning/index.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import type { Context } from '../../platform/context.ts';
import { countByProject, countByState, countRows, listRows, type MergeRequestFilter } from '../store/listing.ts';
import { buildMergeRequestViews } from './merge-request-views.ts';

const { list, count } = issuableReads({
  listRows,
  countRows,
  projectIdOf: (row) => row.target_project_id,
  buildViews: buildMergeRequestViews,
});

export { list as listMergeRequests, count as countMergeRequests };

/** How many are open in each of these projects, of those that the actor may read. */
export function openRequestsByProject(ctx: Context, projectIds: readonly number[]): Promise<Map<number, number>> {
  return countByProject(ctx.db, viewerOf(ctx), { states: ['opened', 'locked'] }, projectIds);
}

/** Counts of the tabs under the same filter. */
export async function countTabs(
  ctx: Context,
  filter: MergeRequestFilter,
): Promise<{ opened: number; merged: number; closed: number; all: number }> {
  const counts = await countByState(ctx.db, viewerOf(ctx), filter);
  const of = (state: MergeRequestState) => counts.get(state) ?? 0;
  // A request being merged is still open for those who look.
  const opened = of('opened') + of('locked');
  return { opened, merged: of('merged'), closed: of('closed'), all: opened + of('merged') + of('closed') };
}
