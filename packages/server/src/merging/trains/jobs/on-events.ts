import type { Extensions } from '../../../platform/extensions.ts';
import {
  findMergeRequestById,
  findMergeRequestAccess,
  mergeRequestHook,
  noteableOf,
} from '../../../merge-requests/index.ts';
import { endTrainRemovedTodos } from '../../../notifications/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { onEvent } from '../../../platform/events.ts';
import { defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { defineHookPayload } from '../../../webhooks/index.ts';
import { advanceSoon, stateOfMerged } from '../operations/advance-train.ts';
import { endMergedCar } from '../operations/merge-car.ts';
import { findActiveCar, listCarsOfPipeline, listTrains, restaleCars, type TrainId } from '../store/train-cars-store.ts';

async function advanceAll(ctx: Context, trains: readonly TrainId[]): Promise<void> {
  for (const train of trains) await advanceSoon(ctx, train);
}

/** The train that a merge request is in. */
async function advanceOf(ctx: Context, mergeRequestId: number): Promise<void> {
  const car = await findActiveCar(ctx.db, mergeRequestId);
  if (car) await advanceSoon(ctx, { projectId: car.project_id, targetBranch: car.target_branch });
}

/** Whatever was missed: each train is looked at every minute too, so that none is ever forgotten. */
const advanceAllJob = defineJob<Record<string, never>>({
  name: 'advance-merge-trains',
  run: async (ctx) => advanceAll(ctx, await listTrains(ctx.db)),
});
const COMMIT_SETTINGS = new Set(['merge_method', 'squash_option', 'merge_commit_template', 'squash_commit_template']);

export const trainsOnEvents: Extensions = [
  registerJob(advanceAllJob),
  scheduleJob('* * * * *', advanceAllJob),
  () => {
    for (const type of ['pipeline.changed', 'pipeline.deleted'] as const) {
      onEvent(type, 'merge-trains', async (ctx, { data }) => {
        const cars = await listCarsOfPipeline(ctx.db, data.pipelineId);
        await advanceAll(ctx, cars.map((car) => ({ projectId: car.project_id, targetBranch: car.target_branch }))); // prettier-ignore
      })();
    }
  },
  /** Somebody moved the target past the train: all cars are built again on what is there now. */
  onEvent('push.received', 'merge-trains', async (ctx, { data }) => {
    if (data.refKind !== 'branch') return;
    const trains = await listTrains(ctx.db, data.projectId);
    await advanceAll(ctx, trains.filter(({ targetBranch }) => targetBranch === data.name)); // prettier-ignore
  }),
  onEvent('project.updated', 'merge-trains', async (ctx, { data }) => {
    const trains = await listTrains(ctx.db, data.projectId);
    // The commits were made by these settings.
    if (data.changed.some((name) => COMMIT_SETTINGS.has(name))) await restaleCars(ctx.db, data.projectId);
    await advanceAll(ctx, trains);
  }),
  // A check fails or passes: a new blocking thread takes it out at once.
  () => {
    for (const type of [
      'merge_request.readiness_changed',
      'merge_request.updated',
      'merge_request.version_created',
      'merge_request.state_changed',
    ] as const) {
      onEvent(type, 'merge-trains', (ctx, { data }) => advanceOf(ctx, data.mergeRequestId))();
    }
  },
  /** Also where the merge was completed by recovery, or went past the train. */
  onEvent('merge_request.merged', 'merge-trains', async (ctx, { data }) => {
    const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
    if (!row) return;
    const car = await findActiveCar(ctx.db, row.id);
    if (car) await endMergedCar(ctx, car, stateOfMerged(row, car));
    const found = await findMergeRequestAccess({ ...ctx, actor: SYSTEM }, row.id);
    if (found) await endTrainRemovedTodos(ctx, { type: noteableOf(found).type, id: row.id });
    await advanceSoon(ctx, { projectId: row.target_project_id, targetBranch: row.target_branch });
  }),
  defineHookPayload('merge_request.left_train', (ctx, { data, actorId }) =>
    mergeRequestHook(ctx, data.mergeRequestId, {
      action: 'update',
      actorId,
      extra: {
        system: actorId === null,
        system_action: 'removed_from_merge_train',
        merge_train: { car_id: data.carId, status: 'removed', reason_code: data.code, reason: data.reason },
      },
    }),
  ),
];
