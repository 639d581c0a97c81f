import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { type Page, type PageRequest, pageOf } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { listPipelines, mayReadPipelines, type PipelineRow } from '../../../ci/index.ts';
import {
  cachedPart,
  listMergeRequestsByIds,
  type MergeRequestAccess,
  type MergeRequestRow,
} from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { maySkipTrain } from '../operations/skip-train.ts';
import {
  type CarFilter,
  countActiveCars,
  countAhead,
  findCar,
  findLastCar,
  listActiveCars,
  listTrainBranches,
  listCars,
  type TrainCarRow,
} from '../store/train-cars-store.ts';

export type TrainCarView = {
  car: TrainCarRow;
  row: MergeRequestRow;
  access: ProjectAccess;
  user: UserView | null;
  /** Null also for those who may not see pipelines. */
  pipeline: PipelineRow | null;
};

/** Cars with what there is to show of them. */
export async function viewCars(
  ctx: Context,
  access: ProjectAccess,
  cars: readonly TrainCarRow[],
): Promise<TrainCarView[]> {
  const ids = mayReadPipelines(ctx, access) ? cars.flatMap((car) => car.pipeline_id ?? []) : [];
  const projectIds = [access.project.id];
  const page = { page: 1, perPage: Math.max(1, ids.length) };
  const [rows, users, pipelines] = await Promise.all([
    listMergeRequestsByIds(ctx.db, cars.map((car) => car.merge_request_id)), // prettier-ignore
    listUsersByIds(ctx, [...new Set(cars.flatMap((car) => car.added_by_id ?? []))]),
    ids.length === 0 ? [] : listPipelines(ctx, { projectIds, ids }, page).then(({ items }) => items),
  ]);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const userById = new Map(users.map((user) => [user.id as number, user]));
  const pipelineById = new Map(pipelines.map((pipeline) => [pipeline.id, pipeline]));
  return cars.flatMap((car) => {
    const row = rowById.get(car.merge_request_id);
    if (!row) return [];
    const user = userById.get(car.added_by_id ?? 0) ?? null;
    return [{ car, row, access, user, pipeline: pipelineById.get(car.pipeline_id ?? 0) ?? null }];
  });
}

/** Cars of the trains of a project, or of one target branch. */
export async function listTrainCars(
  ctx: Context,
  access: ProjectAccess,
  filter: Omit<CarFilter, 'projectId'>,
  { page, perPage, sort }: PageRequest & { sort: 'asc' | 'desc' },
): Promise<Page<TrainCarView>> {
  const at = { sort, offset: (page - 1) * perPage, limit: perPage };
  const { rows, total } = await listCars(ctx.db, { ...filter, projectId: access.project.id }, at);
  return pageOf(await viewCars(ctx, access, rows), { page, perPage }, total);
}

/**
 * For the widget: how long the train of a merge request is, how many cars are ahead of its own, null when it has none, and
 * why it was removed if nothing has changed since.
 */
export async function trainPart(
  ctx: Context,
  { row, access }: Pick<MergeRequestAccess, 'row' | 'access'>,
): Promise<
  Pick<WidgetData, 'merge_trains_count' | 'merge_train_index' | 'merge_train_removal_reason' | 'can_skip_merge_train'>
> {
  const train = { projectId: row.target_project_id, targetBranch: row.target_branch };
  const [count, car] = await Promise.all([
    countActiveCars(ctx.db, train),
    row.state === 'opened' ? cachedPart(ctx, row.id, 'train_car', () => findLastCar(ctx.db, row.id)) : undefined,
  ]);
  return {
    merge_trains_count: count,
    merge_train_index: car?.ended_at === null ? await countAhead(ctx.db, car) : null,
    merge_train_removal_reason: car ? removalOf(car, row) : null,
    can_skip_merge_train: maySkipTrain(ctx, access),
  };
}

/** Of the head and target that it has now, unless a user removed it. */
function removalOf(car: TrainCarRow, row: MergeRequestRow): string | null {
  const isSame = car.head_sha === row.head_sha && car.target_branch === row.target_branch;
  return car.state === 'removed' && isSame && car.reason_code !== 'removed_by_user' ? car.reason : null;
}

/** The car of a merge request, or the last one that it had. */
export async function lastCarOf(
  ctx: Context,
  { row, access }: Pick<MergeRequestAccess, 'row' | 'access'>,
): Promise<TrainCarView | undefined> {
  const car = await findLastCar(ctx.db, row.id);
  return car && (await viewCars(ctx, access, [car]))[0];
}

/** The train of the merge request's target, the front first. */
export async function trainCarsFor(
  ctx: Context,
  { row, access }: Pick<MergeRequestAccess, 'row' | 'access'>,
): Promise<TrainCarView[]> {
  const train = { projectId: row.target_project_id, targetBranch: row.target_branch };
  return viewCars(ctx, access, await listActiveCars(ctx.db, train));
}

/** The merge request of a car that is in its train. */
export async function requestOfCar(ctx: Context, carId: number): Promise<number | undefined> {
  const car = await findCar(ctx.db, carId);
  return car?.ended_at === null ? car.merge_request_id : undefined;
}

/** Target branches that have a train, or whose trains merged something. */
export async function trainBranches(
  ctx: Context,
  { project }: ProjectAccess,
  scope: 'active' | 'complete',
): Promise<string[]> {
  const branches = await listTrainBranches(ctx.db, project.id);
  return branches.flatMap(({ name, count }) => (scope === 'active' && count === 0 ? [] : [name]));
}
