import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { LabelView } from '../labels/reads/label-views.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import { listMilestonesFor } from '../milestones/reads/list-milestones.ts';
import type { MilestoneView } from '../milestones/reads/milestone-views.ts';
import { findResourceEvent, listResourceEvents, type ResourceEventRow } from './events-store.ts';

export type ResourceEventView = {
  row: ResourceEventRow;
  user: UserView | null;
  label: LabelView | null;
  milestone: MilestoneView | null;
};

type Key = { type: string; id: number; kind: ResourceEventRow['kind'] };

export async function resourceEventPage(
  ctx: Context,
  key: Key,
  request: PageRequest,
): Promise<Page<ResourceEventView>> {
  const { rows, total } = await listResourceEvents(ctx.db, key, {
    limit: request.perPage,
    offset: (request.page - 1) * request.perPage,
  });
  return pageOf(await viewsOf(ctx, rows), request, total);
}

export async function getResourceEvent(ctx: Context, key: Key, id: number): Promise<ResourceEventView> {
  const row = await findResourceEvent(ctx.db, key, id);
  const [view] = row ? await viewsOf(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { resource: 'Resource event' });
  return view;
}

async function viewsOf(ctx: Context, rows: readonly ResourceEventRow[]): Promise<ResourceEventView[]> {
  const users = await listUsersByIds(ctx, [...new Set(rows.flatMap((row) => row.user_id ?? []))]);
  const labels = await listLabelsFor(
    ctx,
    rows.flatMap((row) => row.label_id ?? []),
  );
  const milestones = await listMilestonesFor(
    ctx,
    rows.flatMap((row) => row.milestone_id ?? []),
  );
  return rows.map((row) => ({
    row,
    user: users.find((user) => user.id === row.user_id) ?? null,
    label: labels.find((label) => label.id === row.label_id) ?? null,
    milestone: milestones.find((milestone) => milestone.id === row.milestone_id) ?? null,
  }));
}
