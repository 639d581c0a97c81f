import type { Extensions } from '../../../platform/extensions.ts';
import { findActingUser } from '../../../accounts/index.ts';
import { listPipelines } from '../../../ci/index.ts';
import {
  branchTip,
  findMergeRequestAccess,
  listMergeRequestsByIds,
  type MergeRequestRow,
  messageOf,
  type Readiness,
  readinessOf,
} from '../../../merge-requests/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { addJob, defineJob, registerJob } from '../../../platform/jobs.ts';
import { hasTrains, projectRowsByIds } from '../../../projects/index.ts';
import { blockingCheck, isUndecided } from '../rules/blocking-check.ts';
import { type Removal, type RemovalCode, removal } from '../rules/removal-reasons.ts';
import { nextTrainStep, type PlannedCar, type TrainStep } from '../rules/train-plan.ts';
import { findCar, listActiveCars, type TrainCarRow, type TrainId } from '../store/train-cars-store.ts';
import { trainTopic } from '../train-topic.ts';
import { buildCar } from './build-car.ts';
import { endMergedCar, mergeCar } from './merge-car.ts';
import { removeCar } from './remove-car.ts';
import { readTest, testCar } from './test-car.ts';

/** More in one run would hold up other jobs; the rest is done by the next run. */
const MAX_STEPS = 60;

type LoadedCar = { car: TrainCarRow; row: MergeRequestRow | undefined; leaves: Removal | null; waits: boolean };
type Train = { id: TrainId; tip: string | undefined; cars: LoadedCar[] };

/** Builds, tests, merges and removes cars until there is nothing to do but wait for pipelines or users. */
export async function advanceTrain(ctx: Context, id: TrainId): Promise<void> {
  let train = await loadTrain(ctx, id);
  let steps = 0;
  for (; steps < MAX_STEPS && train.cars.length > 0; steps += 1) {
    const step = nextTrainStep(train.tip ?? '', train.cars.map(planned));
    if (!step) break;
    const next = await takeStep(ctx, train, step);
    if (!next) break;
    train = next;
  }
  if (steps > 0) await publish(ctx, trainTopic(id.projectId), 'merge_train.changed', { targetBranch: id.targetBranch });
  if (steps === MAX_STEPS) await advanceSoon(ctx, id);
}

function planned({ car, leaves, waits }: LoadedCar): PlannedCar {
  return {
    id: car.id,
    base: car.base_sha,
    result: car.result_sha,
    isConflicting: car.is_conflicting,
    verdict: car.verdict,
    blocked: leaves !== null,
    waits,
  };
}

/** The train after the step; undefined when it cannot be taken now. */
async function takeStep(ctx: Context, train: Train, step: TrainStep): Promise<Train | undefined> {
  const loaded = train.cars.find(({ car }) => car.id === step.carId);
  if (!loaded) throw new Error(`car ${step.carId} is not in the train`);
  const { car, row, leaves } = loaded;
  if (step.kind === 'remove') {
    const failed = { code: 'pipeline_failed', reason: car.failure ?? removal('pipeline_failed').reason } as const;
    await removeCar(ctx, car, leaves ?? (step.why === 'conflict' ? conflictOf(car) : failed));
    return loadTrain(ctx, train.id);
  }
  const user = car.added_by_id === null ? undefined : await findActingUser(ctx, car.added_by_id);
  const inner = { ...ctx, actor: user ?? ctx.actor };
  const found = user && row ? await findMergeRequestAccess(inner, row.id) : undefined;
  if (!found || !row) {
    await removeCar(ctx, car, removal('not_allowed'));
    return loadTrain(ctx, train.id);
  }
  if (step.kind === 'merge') return (await mergeCar(inner, found, car)) ? loadTrain(ctx, train.id) : undefined;
  if (step.kind === 'test') await testCar(inner, found, car);
  else await buildCar(inner, found, car, { base: step.base, ahead: aheadOf(train, car, step.base) });
  return withCar(ctx, train, loaded);
}

/** Why it could not be built. */
const conflictOf = ({ failure }: TrainCarRow): Removal =>
  failure === null ? removal('conflict') : { code: 'nothing_left', reason: failure };

/** References of what the base has beside the target. */
function aheadOf({ cars, tip }: Train, car: TrainCarRow, base: string): string[] {
  if (base === tip) return [];
  const ahead = cars.filter((other) => other.car.id < car.id && isInBase(other.car));
  return ahead.flatMap(({ row }) => (row ? [`!${row.iid}`] : []));
}

const isInBase = (car: TrainCarRow) => car.result_sha !== null && !car.is_conflicting && car.verdict !== 'failed';

/** Only this car changed: the others are not read again. */
async function withCar(ctx: Context, train: Train, loaded: LoadedCar): Promise<Train> {
  const car = await findCar(ctx.db, loaded.car.id);
  if (!car || car.ended_at !== null) return loadTrain(ctx, train.id);
  return { ...train, cars: train.cars.map((other) => (other === loaded ? { ...loaded, car } : other)) };
}

async function loadTrain(ctx: Context, id: TrainId): Promise<Train> {
  const rows = await readVerdicts(ctx, id, await listActiveCars(ctx.db, id));
  const [project] = await projectRowsByIds(ctx.db, [id.projectId]);
  const tip = await branchTip(ctx, { projectId: id.projectId, branch: id.targetBranch });
  const known = await listMergeRequestsByIds(ctx.db, rows.map((car) => car.merge_request_id)); // prettier-ignore
  const byId = new Map(known.map((row) => [row.id, row]));
  const requests = rows.map((car) => byId.get(car.merge_request_id));
  const open = requests.flatMap((row) => (row?.state === 'opened' ? [row] : []));
  const readiness = await readinessOf({ ...ctx, actor: SYSTEM }, open, 'visible');
  const cars: LoadedCar[] = [];
  for (const [index, car] of rows.entries()) {
    const row = requests[index];
    if (row?.state === 'merged') await endMergedCar(ctx, car, stateOfMerged(row, car));
    else {
      const ready = row && readiness.get(row.id);
      const isOff = project === undefined || !hasTrains(project);
      const leaves = isOff ? removal('trains_disabled') : leavingReason(car, row, ready);
      cars.push({ car, row, leaves, waits: ready === undefined || isUndecided(ready.checks) });
    }
  }
  return { id, tip, cars };
}

export const stateOfMerged = (row: MergeRequestRow, car: TrainCarRow) =>
  row.merged_commit_sha !== null && row.merged_commit_sha === car.result_sha ? 'merged' : 'skip_merged';

function leavingReason(
  car: TrainCarRow,
  row: MergeRequestRow | undefined,
  readiness: Readiness | undefined,
): Removal | null {
  const code = changeOf(car, row);
  if (code) return removal(code);
  const check = readiness && blockingCheck(readiness.checks);
  return check ? removal('check_failed', messageOf(check)) : null;
}

function changeOf(car: TrainCarRow, row: MergeRequestRow | undefined): RemovalCode | null {
  if (row?.state !== 'opened') return 'closed';
  if (row.target_branch !== car.target_branch) return 'target_changed';
  return row.head_sha === car.head_sha ? null : 'source_changed';
}

/** Cars with what their pipelines say by now. */
async function readVerdicts(ctx: Context, id: TrainId, cars: TrainCarRow[]): Promise<TrainCarRow[]> {
  const testing = cars.filter(({ verdict }) => verdict === 'testing');
  if (testing.length === 0) return cars;
  const ids = testing.flatMap(({ pipeline_id: pipeline }) => pipeline ?? []);
  const page = { page: 1, perPage: Math.max(1, ids.length) };
  const { items } = await listPipelines(ctx, { projectIds: [id.projectId], ids }, page);
  const byId = new Map(items.map((pipeline) => [pipeline.id, pipeline]));
  for (const car of testing) await readTest(ctx, car, byId.get(car.pipeline_id ?? 0));
  return listActiveCars(ctx.db, id);
}

/** Does what there is to do for one train. Jobs of one train run one after the other. */
export const advanceTrainJob = defineJob<TrainId>({ name: 'advance-merge-train', run: advanceTrain });

/** Something changed for the train. In the transaction of the cause. */
export async function advanceSoon(ctx: Context, { projectId, targetBranch }: TrainId): Promise<void> {
  const key = `merge-train:${projectId}:${targetBranch}`;
  await addJob(ctx, advanceTrainJob, { projectId, targetBranch }, { key, queue: key });
}

export const trainsAdvanceTrain: Extensions = [registerJob(advanceTrainJob)];
