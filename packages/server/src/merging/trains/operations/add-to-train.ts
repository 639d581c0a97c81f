import { isActive } from '@tributary/contract/ci/status.ts';
import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote } from '../../../discussions/index.ts';
import {
  branchTip,
  canMergeNow,
  loadForChange,
  type MergeRequestAccess,
  noteableOf,
  readinessOf,
  saveAutoMerge,
  topicOf,
} from '../../../merge-requests/index.ts';
import { endTrainRemovedTodos } from '../../../notifications/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { hasTrains } from '../../../projects/index.ts';
import { headPipelineStatus } from '../../head-pipeline-status.ts';
import type { MergeInput } from '../../merge.ts';
import { refuseUnlessPassed } from '../../refuse-unless-passed.ts';
import { countActiveCars, findActiveCar, findLastCar, insertCar, type TrainCarRow } from '../store/train-cars-store.ts';
import { logCar } from '../store/train-log-store.ts';
import { trainTopic } from '../train-topic.ts';
import { advanceSoon } from './advance-train.ts';

/** `takesFailed`: also with a head pipeline that failed, where the project merges such heads and the user said so. */
export type AddInput = MergeInput & { takesFailed?: boolean | undefined };

/**
 * Adds a merge request whose own checks have passed to the end of the train of its target. Fails with `merge_forbidden`,
 * `merge_trains_disabled`, `auto_merge_not_ready`, `merge_train_added_already`; a bot also with `merge_train_same_head`.
 */
export const addToTrain = defineOperation<AddInput, MergeRequestAccess, TrainCarRow>({
  name: 'merge_request.add_to_train',
  waitsForMerges: true,
  load: (ctx, { mergeRequestId }) => loadForChange(ctx, mergeRequestId),
  check: async (ctx, found, { sha, targetBranch }) => {
    const { row } = found;
    if (ctx.actor.kind !== 'user' || !(await canMergeNow(ctx, found))) return refuse('merge_forbidden');
    if (!hasTrains(found.access.project)) return refuse('merge_trains_disabled');
    if (row.state !== 'opened' || row.head_sha === null) return refuse('merge_not_allowed');
    if (targetBranch !== undefined && targetBranch !== row.target_branch) return refuse('merge_target_changed');
    return sha !== undefined && sha !== row.head_sha ? refuse('merge_branch_moved', { sha: row.head_sha }) : null;
  },
  run: async (ctx, found, input) => {
    const { row } = found;
    const addedById = actorId(ctx.actor);
    if (addedById === undefined || row.head_sha === null) throw new AppError('merge_not_allowed');
    if (await findActiveCar(ctx.db, row.id)) throw new AppError('merge_train_added_already');
    await refuseSameHead(ctx, found);
    await refuseUnready(ctx, found, input);
    const train = { projectId: row.target_project_id, targetBranch: row.target_branch };
    const now = ctx.clock.now();
    const choices = {
      commit_message: input.commitMessage ?? null,
      squash: input.squash ?? null,
      squash_message: input.squashMessage ?? null,
      removes_source_branch: input.shouldRemoveSourceBranch ?? null,
    };
    const car = await insertCar(ctx.db, {
      project_id: train.projectId,
      target_branch: train.targetBranch,
      merge_request_id: row.id,
      added_by_id: addedById,
      head_sha: row.head_sha,
      state: 'idle',
      verdict: 'untested',
      ...choices,
      created_at: now,
      updated_at: now,
    });
    await saveAutoMerge(ctx.db, {
      merge_request_id: row.id,
      strategy: 'merge_train',
      set_by_id: addedById,
      head_sha: row.head_sha,
      target_branch: row.target_branch,
      ...choices,
      set_at: now,
      failed_at: null,
      failed_reason: null,
    });
    await announce(ctx, found, car, await countActiveCars(ctx.db, train));
    return car;
  },
});

async function announce(ctx: Context, found: MergeRequestAccess, car: TrainCarRow, position: number): Promise<void> {
  await logCar(ctx.db, car.id, car.created_at, 'added', { position });
  const body =
    position === 1 ? 'started a merge train' : `added this merge request to the merge train at position ${position}`;
  await addSystemNote(ctx, noteableOf(found), { action: 'merge', body });
  await endTrainRemovedTodos(ctx, { type: noteableOf(found).type, id: found.row.id });
  await publish(ctx, topicOf(found.row.id), 'merge_status.changed', { id: found.row.id });
  await publish(ctx, trainTopic(car.project_id), 'merge_train.changed', { targetBranch: car.target_branch });
  await advanceSoon(ctx, { projectId: car.project_id, targetBranch: car.target_branch });
}

async function refuseUnready(ctx: Context, { row }: MergeRequestAccess, { takesFailed }: AddInput): Promise<void> {
  const readiness = (await readinessOf(ctx, [row], 'gate')).get(row.id);
  if (!readiness) throw new AppError('merge_not_allowed');
  const status = await headPipelineStatus(ctx, row);
  const isPending = status !== null && (isActive(status) || status === 'manual' || status === 'scheduled');
  if (!takesFailed || isPending || !readiness.isMergeable) await refuseUnlessPassed(ctx, row, readiness);
}

/** A script that adds what it finds would put back at once what has just failed. */
async function refuseSameHead(ctx: Context, { row }: MergeRequestAccess): Promise<void> {
  const last = await findLastCar(ctx.db, row.id);
  if (ctx.actor.kind !== 'user' || !ctx.actor.isBot || last?.state !== 'removed') return;
  if (last.head_sha !== row.head_sha || last.reason_code === 'removed_by_user') return;
  const tip = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  if (tip === last.base_sha) throw new AppError('merge_train_same_head', { reason: last.reason ?? '' });
}
