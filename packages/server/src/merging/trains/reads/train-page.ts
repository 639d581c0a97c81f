import { lookOfPipeline } from '@tributary/contract/ci/status.ts';
import type { TrainCarData, TrainPageData } from '@tributary/contract/merge-requests/train-page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { manualJobNames } from '../../../ci/index.ts';
import { canMergeNow, accessOf, pathOf, requestPaths } from '../../../merge-requests/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { hasTrains, type ProjectAccess } from '../../../projects/index.ts';
import { carSummary, logText } from '../rules/car-texts.ts';
import { listCars, listTrainBranches } from '../store/train-cars-store.ts';
import { listCarLog, type TrainLogRow } from '../store/train-log-store.ts';
import { type TrainCarView, viewCars } from './train-cars.ts';

const MAX_CARS = 200;
const HISTORY_PER_PAGE = 30;

/** A train and what became of those that left it, with the reason for each. */
export async function trainPage(
  ctx: Context,
  access: ProjectAccess,
  { requested, page }: { requested: string | null; page: number },
): Promise<TrainPageData> {
  const { project } = access;
  const branches = await listTrainBranches(ctx.db, project.id);
  const targetBranch = requested ?? branches[0]?.name ?? project.default_branch;
  const of = { projectId: project.id, targetBranch: targetBranch ?? '' };
  const [limit, offset] = [HISTORY_PER_PAGE, (page - 1) * HISTORY_PER_PAGE];
  const [active, ended] = await Promise.all([
    listCars(ctx.db, { ...of, scope: 'active' }, { sort: 'asc', offset: 0, limit: MAX_CARS }),
    listCars(ctx.db, { ...of, scope: 'ended' }, { sort: 'desc', offset, limit }),
  ]);
  const views = await viewCars(ctx, access, [...active.rows, ...ended.rows]);
  const log = Map.groupBy(await listCarLog(ctx.db, views.map(({ car }) => car.id)), (entry) => entry.car_id); // prettier-ignore
  const first = views[0];
  const mayMerge = first !== undefined && (await canMergeNow(ctx, await accessOf(ctx, access, first.row)));
  const manualJobs = await manualJobsOf(ctx, views);
  const data = views.map((view) => toCarData(ctx, view, log.get(view.car.id) ?? [], { first, mayMerge, manualJobs }));
  return {
    projectId: project.id,
    projectPath: project.full_path,
    targetBranch,
    isEnabled: hasTrains(project),
    branches,
    cars: data.filter(({ endedAt }) => endedAt === null),
    history: data.filter(({ endedAt }) => endedAt !== null),
    historyPage: page,
    historyPages: Math.ceil(ended.total / HISTORY_PER_PAGE),
  };
}

/** The jobs that somebody has to start, by car. */
async function manualJobsOf(ctx: Context, views: readonly TrainCarView[]): Promise<Map<number, string[]>> {
  const waiting = views.filter(({ car, pipeline }) => car.verdict === 'testing' && pipeline?.status === 'manual');
  const names = waiting.map(async ({ car, pipeline }): Promise<[number, string[]]> => [
    car.id,
    await manualJobNames(ctx, pipeline?.id ?? 0),
  ]);
  return new Map(await Promise.all(names));
}

type Around = { first: TrainCarView | undefined; mayMerge: boolean; manualJobs: ReadonlyMap<number, string[]> };

function toCarData(
  ctx: Context,
  view: TrainCarView,
  log: readonly TrainLogRow[],
  { first, mayMerge, manualJobs }: Around,
): TrainCarData {
  const { car, row, access, user, pipeline } = view;
  const { full_path: fullPath, id: projectId } = access.project;
  const userId = actorId(ctx.actor);
  const isOwn = userId !== undefined && (row.author_id === userId || car.added_by_id === userId);
  const look = pipeline && lookOfPipeline(pipeline.status, pipeline.has_warnings);
  return {
    id: car.id,
    status: car.state,
    mergeRequest: { iid: row.iid, title: row.title, path: pathOf(fullPath, row.iid) },
    addedBy: user && { id: user.id, name: user.name, username: user.username, avatarUrl: user.avatarUrl },
    addedAt: car.created_at.toISOString(),
    endedAt: car.ended_at?.toISOString() ?? null,
    summary: carSummary(car, view === first, manualJobs.get(car.id)),
    pipeline: pipeline &&
      look && {
        id: pipeline.id,
        group: look.group,
        label: look.label,
        path: `/${encodePath(fullPath)}/-/pipelines/${pipeline.id}`,
      },
    log: log.map((entry) => ({ at: entry.at.toISOString(), text: logText(entry) })),
    removePath:
      car.ended_at === null && (mayMerge || isOwn) ? requestPaths(fullPath, projectId, row.iid).cancelAutoMerge : null,
  };
}
