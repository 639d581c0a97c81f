import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess, namespaceIsVisible, projectIsVisible, todayOf } from '../../../projects/index.ts';
import { loadContainer, ownersOf, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import {
  countMilestonesByState,
  listMilestoneRecords,
  type MilestoneQuery,
  milestoneRecordsByIds,
  type MilestoneSort,
} from '../milestone-store.ts';
import { type MilestoneView, toMilestoneView } from './milestone-views.ts';

type Below = 'belowGroupId' | 'namespaceIsVisible' | 'projectIsVisible';

export type MilestoneFilter = Omit<MilestoneQuery, 'owners' | Below | 'ids'> & {
  withAncestors?: boolean | undefined;
  withDescendants?: boolean | undefined;
};

function queryOf(ctx: Context, place: ContainerWithAncestors, filter: MilestoneFilter): MilestoneQuery {
  const { withAncestors, withDescendants, ...rest } = filter;
  const below = withDescendants && place.kind === 'group';
  const today = todayOf(ctx);
  return {
    ...rest,
    owners: ownersOf(place, withAncestors ?? false),
    ...(below && {
      belowGroupId: place.id,
      namespaceIsVisible: namespaceIsVisible(ctx.actor, today),
      projectIsVisible: projectIsVisible(ctx.actor, today),
    }),
  };
}

export async function listMilestones(
  ctx: Context,
  place: ContainerWithAncestors,
  filter: MilestoneFilter,
  request: PageRequest & { sort?: MilestoneSort },
): Promise<Page<MilestoneView>> {
  const { rows, total } = await listMilestoneRecords(ctx.db, queryOf(ctx, place, filter), {
    sort: request.sort ?? 'due_date_asc',
    offset: (request.page - 1) * request.perPage,
    limit: request.perPage,
  });
  return pageOf(
    rows.map((row) => toMilestoneView(ctx, row)),
    request,
    total,
  );
}

export async function countMilestones(
  ctx: Context,
  place: ContainerWithAncestors,
  filter: MilestoneFilter,
): Promise<{ active: number; closed: number; all: number }> {
  const { active, closed } = await countMilestonesByState(ctx.db, queryOf(ctx, place, filter));
  return { active, closed, all: active + closed };
}

/** The milestone of this place with this id (or number in the place); not_found for those of other places. */
export async function getMilestone(
  ctx: Context,
  place: ContainerWithAncestors,
  key: { id: number } | { iid: number },
  options: { withAncestors?: boolean } = {},
): Promise<MilestoneView> {
  const owners = ownersOf(place, options.withAncestors ?? false);
  const wanted = 'id' in key ? { ids: [key.id] } : { iids: [key.iid] };
  const { rows } = await listMilestoneRecords(
    ctx.db,
    { owners, ...wanted },
    { sort: 'due_date_asc', offset: 0, limit: 1 },
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found', { resource: 'Milestone' });
  return toMilestoneView(ctx, row);
}

/** A milestone that things in the project can have (its own or of groups above), by id or title; undefined without. */
export async function findMilestone(
  ctx: Context,
  projectId: number,
  key: { id: number } | { title: string },
): Promise<MilestoneView | undefined> {
  const place = await projectContainer(ctx, await getProjectAccess(ctx, projectId));
  const wanted = 'id' in key ? { ids: [key.id] } : { title: key.title };
  const query = { owners: ownersOf(place, true), ...wanted };
  const { rows } = await listMilestoneRecords(ctx.db, query, { sort: 'due_date_asc', offset: 0, limit: 1 });
  return rows[0] && toMilestoneView(ctx, rows[0]);
}

/** As `findMilestone`, by many titles at once; without those that are not there. */
export async function findMilestones(
  ctx: Context,
  place: ContainerWithAncestors,
  titles: readonly string[],
): Promise<Map<string, MilestoneView>> {
  const wanted = [...new Set(titles)];
  if (wanted.length === 0) return new Map();
  const owners = ownersOf(place, true);
  const limit = wanted.length * (owners.projectIds.length + owners.groupIds.length);
  const page = { sort: 'due_date_asc', offset: 0, limit } as const;
  const { rows } = await listMilestoneRecords(ctx.db, { owners, titles: wanted }, page);
  // The first of each title, as one alone is found.
  return new Map(rows.toReversed().map((row) => [row.title, toMilestoneView(ctx, row)]));
}

/** A milestone by its id alone; not_found when it is gone, or the actor may not see those of its place. */
export async function milestoneById(ctx: Context, id: number): Promise<MilestoneView> {
  const [row] = await milestoneRecordsByIds(ctx.db, [id]);
  const view = row && toMilestoneView(ctx, row);
  const place = view && (await loadContainer(ctx, { kind: view.owner.kind, id: view.owner.id }));
  if (!place || !isAllowed(ctx.actor, 'read_milestones', place.policy)) {
    throw new AppError('not_found', { resource: 'Milestone' });
  }
  return view;
}

/** Milestones by id in that order, for things that have them; what was removed is left out. */
export async function listMilestonesFor(ctx: Context, ids: readonly number[]): Promise<MilestoneView[]> {
  return (await milestoneRecordsByIds(ctx.db, [...new Set(ids)])).map((row) => toMilestoneView(ctx, row));
}
