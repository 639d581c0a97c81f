import { MAX_COUNTED_ROWS, type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../../platform/context.ts';
import { type ProjectRow, projectRowsByIds } from '../../../projects/index.ts';
import { viewerOf } from '../../shared/viewer.ts';
import {
  countIssueRows,
  countIssuesByLabel,
  countIssuesByMilestone,
  countIssuesByProject,
  countIssuesByState,
  type IssueFilter,
  type IssueOrder,
  listIssueRows,
} from '../store/listing.ts';
import type { IssueRow } from '../store/issues.ts';
import { buildIssueViews, type IssueView } from './issue-views.ts';

export type { IssueFilter, IssueOrder };

/** One page of the issues that fit and that the actor may read. */
export async function listIssues(
  ctx: Context,
  filter: IssueFilter,
  request: PageRequest & { order: IssueOrder },
): Promise<Page<IssueView>> {
  const viewer = viewerOf(ctx);
  const [rows, count] = await Promise.all([
    listIssueRows(ctx.db, viewer, filter, {
      limit: request.perPage,
      offset: (request.page - 1) * request.perPage,
      order: request.order,
    }),
    countIssueRows(ctx.db, viewer, filter, MAX_COUNTED_ROWS),
  ]);
  const views = await buildIssueViews(ctx, rows, await projectsOf(ctx, rows));
  return pageOf(views, request, count > MAX_COUNTED_ROWS ? undefined : count);
}

async function projectsOf(ctx: Context, rows: readonly IssueRow[]): Promise<Map<number, ProjectRow>> {
  const ids = [...new Set(rows.map((row) => row.project_id))];
  return new Map((await projectRowsByIds(ctx.db, ids)).map((project) => [project.id, project]));
}

/** Issues by id, in that order; what the actor may not see is left out. */
export async function visibleIssues(ctx: Context, ids: readonly number[]): Promise<IssueView[]> {
  if (ids.length === 0) return [];
  const rows = await listIssueRows(ctx.db, viewerOf(ctx), { ids }, { limit: ids.length, offset: 0, order: OLDEST });
  const views = await buildIssueViews(ctx, rows, await projectsOf(ctx, rows));
  return ids.flatMap((id) => views.find((view) => view.row.id === id) ?? []);
}

const OLDEST: IssueOrder = { by: 'created_at', direction: 'asc' };

export function countIssues(ctx: Context, filter: IssueFilter): Promise<number> {
  return countIssueRows(ctx.db, viewerOf(ctx), filter, MAX_COUNTED_ROWS);
}

/** Counts of the tabs under the same filter. */
export async function countIssueTabs(
  ctx: Context,
  filter: IssueFilter,
): Promise<{ opened: number; closed: number; all: number }> {
  const { opened, closed } = await countIssuesByState(ctx.db, viewerOf(ctx), filter);
  return { opened, closed, all: opened + closed };
}

export function issueCountsByLabel(ctx: Context, filter: IssueFilter, labelIds: readonly number[]) {
  return countIssuesByLabel(ctx.db, viewerOf(ctx), filter, labelIds);
}

export function issueProgress(ctx: Context, milestoneIds: readonly number[]) {
  return countIssuesByMilestone(ctx.db, viewerOf(ctx), milestoneIds);
}

export function openIssuesByProject(ctx: Context, projectIds: readonly number[]) {
  return countIssuesByProject(ctx.db, viewerOf(ctx), { states: ['opened'] }, projectIds);
}
