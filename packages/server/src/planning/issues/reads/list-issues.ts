import type { Context } from '../../../platform/context.ts';
import { issuableReads } from '../../shared/list-reads.ts';
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
import { buildIssueViews, type IssueView } from './issue-views.ts';

export type { IssueFilter, IssueOrder };

const { viewsOf, list, count } = issuableReads({
  listRows: listIssueRows,
  countRows: countIssueRows,
  projectIdOf: (row) => row.project_id,
  buildViews: buildIssueViews,
});

export { list as listIssues, count as countIssues };

/** Issues by id, in that order; what the actor may not see is left out. */
export async function visibleIssues(ctx: Context, ids: readonly number[]): Promise<IssueView[]> {
  if (ids.length === 0) return [];
  const order = { by: 'created_at', direction: 'asc' } as const;
  const views = await viewsOf(
    ctx,
    await listIssueRows(ctx.db, viewerOf(ctx), { ids }, { limit: ids.length, offset: 0, order }),
  );
  return ids.flatMap((id) => views.find((view) => view.row.id === id) ?? []);
}

/** Counts of the tabs under the same filter. */
export async function countIssueTabs(
  ctx: Context,
  filter: IssueFilter,
): Promise<{ opened: number; closed: number; all: number }> {
  const counts = await countIssuesByState(ctx.db, viewerOf(ctx), filter);
  const [opened, closed] = [counts.get('opened') ?? 0, counts.get('closed') ?? 0];
  return { opened, closed, all: opened + closed };
}

export function issueCountsByLabel(ctx: Context, filter: IssueFilter, labelIds: readonly number[]) {
  return countIssuesByLabel(ctx.db, viewerOf(ctx), filter, labelIds);
}

export function issueProgress(ctx: Context, milestoneIds: readonly number[]) {
  return countIssuesByMilestone(ctx.db, viewerOf(ctx), {}, milestoneIds, ['closed']);
}

export function openIssuesByProject(ctx: Context, projectIds: readonly number[]) {
  return countIssuesByProject(ctx.db, viewerOf(ctx), { states: ['opened'] }, projectIds);
}
