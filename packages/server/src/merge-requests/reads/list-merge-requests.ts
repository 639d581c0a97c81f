import { viewerOf } from '../../planning/index.ts';
import { MAX_COUNTED_ROWS, type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import type { Context } from '../../platform/context.ts';
import { projectRowsByIds, type ProjectRow } from '../../projects/index.ts';
import {
  countByProject,
  countByState,
  countRows,
  listRows,
  type MergeRequestFilter,
  type MergeRequestOrder,
} from '../store/listing.ts';
import { buildMergeRequestViews, type MergeRequestView } from './merge-request-views.ts';

/** One page of the requests that fit and that the actor may read. */
export async function listMergeRequests(
  ctx: Context,
  filter: MergeRequestFilter,
  request: PageRequest & { order: MergeRequestOrder },
): Promise<Page<MergeRequestView>> {
  const viewer = viewerOf(ctx);
  const [rows, count] = await Promise.all([
    listRows(ctx.db, viewer, filter, {
      limit: request.perPage,
      offset: (request.page - 1) * request.perPage,
      order: request.order,
    }),
    countRows(ctx.db, viewer, filter, MAX_COUNTED_ROWS),
  ]);
  const views = await buildMergeRequestViews(ctx, rows, await projectsOf(ctx, rows));
  return pageOf(views, request, count > MAX_COUNTED_ROWS ? undefined : count);
}

export async function countMergeRequests(ctx: Context, filter: MergeRequestFilter): Promise<number> {
  return countRows(ctx.db, viewerOf(ctx), filter, MAX_COUNTED_ROWS);
}

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

export async function projectsOf(
  ctx: Context,
  rows: readonly { target_project_id: number }[],
): Promise<Map<number, ProjectRow>> {
  const ids = [...new Set(rows.map((row) => row.target_project_id))];
  return new Map((await projectRowsByIds(ctx.db, ids)).map((project) => [project.id, project]));
}
