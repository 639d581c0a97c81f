import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote } from '../../discussions/index.ts';
import {
  canMergeNow,
  deleteAutoMerge,
  findAutoMerge,
  findMergeRequestAccess,
  findMergeRequestById,
  loadForChange,
  type MergeRequestAccess,
  noteableOf,
  saveAutoMerge,
  topicOf,
} from '../../merge-requests/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { addJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { hasTrains } from '../../projects/index.ts';
import { mergeMergeRequest, type MergeInput } from '../merge.ts';
import { addToTrain, advanceSoon, findActiveCar, removal, removeCar } from '../trains/index.ts';
import { availableStrategies, isTrain, storedStrategy } from './strategies.ts';
import { tryAutoMergeJob } from './try-auto-merge.ts';

/**
 * Merges now when every check has passed and nothing is pending, else as soon as that is so; where the project has merge
 * trains, it is added to the train instead. `set`: that is done later, by itself. Fails with `auto_merge_not_ready` when
 * waiting would not help, `merge_strategy_unavailable` where there are no trains.
 */
export async function mergeWhenReady(ctx: Context, input: MergeInput): Promise<'merged' | 'added' | 'set'> {
  const { strategy } = input;
  const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
  if (!found || !(await canMergeNow(ctx, found))) throw new AppError('merge_forbidden');
  const inTrain = hasTrains(found.access.project);
  // Who asks for a train does not get the merge of this moment instead.
  if (strategy !== undefined && isTrain(strategy) && !inTrain) {
    throw new AppError('merge_strategy_unavailable', { name: strategy });
  }
  try {
    if (inTrain) await addToTrain(ctx, { ...input, takesFailed: strategy === 'merge_train' });
    else await mergeMergeRequest(ctx, { ...input, onlyWhenPassed: true });
    return inTrain ? 'added' : 'merged';
  } catch (error) {
    if (strategy === 'merge_train') throw error;
    if (!(error instanceof AppError) || error.code !== 'auto_merge_not_ready') throw error;
    const row = await findMergeRequestById(ctx.db, input.mergeRequestId);
    if (!row || (await availableStrategies(ctx, row)).length === 0) throw error;
  }
  await setAutoMerge(ctx, input);
  return 'set';
}

const setAutoMerge = defineOperation<MergeInput, MergeRequestAccess, void>({
  name: 'merge_request.set_auto_merge',
  load: (ctx, { mergeRequestId }) => loadForChange(ctx, mergeRequestId),
  check: async (ctx, found, { sha }) => {
    const { row } = found;
    if (ctx.actor.kind !== 'user' || !(await canMergeNow(ctx, found))) return refuse('merge_forbidden');
    if (row.state !== 'opened' || row.head_sha === null) return refuse('merge_not_allowed');
    return sha !== undefined && sha !== row.head_sha ? refuse('merge_branch_moved', { sha: row.head_sha }) : null;
  },
  run: async (ctx, found, input) => {
    const { row } = found;
    const setterId = actorId(ctx.actor);
    if (setterId === undefined || row.head_sha === null) throw new AppError('merge_not_allowed');
    const before = await findAutoMerge(ctx.db, row.id);
    // Who sets it again, for example to delete the source branch, does not write the messages again.
    const own = before?.set_by_id === setterId && before.head_sha === row.head_sha ? before : undefined;
    await saveAutoMerge(ctx.db, {
      merge_request_id: row.id,
      strategy: hasTrains(found.access.project)
        ? 'add_to_merge_train_when_checks_pass'
        : storedStrategy(input.strategy),
      set_by_id: setterId,
      head_sha: row.head_sha,
      target_branch: row.target_branch,
      commit_message: input.commitMessage ?? own?.commit_message ?? null,
      squash: input.squash ?? own?.squash ?? null,
      squash_message: input.squashMessage ?? own?.squash_message ?? null,
      removes_source_branch: input.shouldRemoveSourceBranch ?? own?.removes_source_branch ?? null,
      set_at: ctx.clock.now(),
      failed_at: null,
      failed_reason: null,
    });
    if (!before || before.failed_at !== null || before.set_by_id !== setterId) {
      const what = hasTrains(found.access.project) ? 'add to merge train' : 'merge';
      const body = `enabled an automatic ${what} when all merge checks for ${row.head_sha} pass`;
      await addSystemNote(ctx, noteableOf(found), { action: 'merge', body });
    }
    await publish(ctx, topicOf(row.id), 'merge_status.changed', { id: row.id });
    // What was pending may have passed in this moment.
    await addJob(ctx, tryAutoMergeJob, { mergeRequestId: row.id }, { key: `auto-merge:${row.id}` });
  },
});

/** `merge_forbidden` (401) for those who may not merge, 405 of a request that is not open, 406 when it is not set. */
export const cancelAutoMerge = defineOperation<{ mergeRequestId: number }, MergeRequestAccess, void>({
  name: 'merge_request.cancel_auto_merge',
  load: (ctx, { mergeRequestId }) => loadForChange(ctx, mergeRequestId),
  check: async (ctx, found) => {
    const auto = await findAutoMerge(ctx.db, found.row.id);
    const id = actorId(ctx.actor);
    const isOwn = id !== undefined && (auto?.set_by_id === id || found.row.author_id === id);
    if (!isOwn && !(await canMergeNow(ctx, found))) return refuse('merge_forbidden');
    return found.row.state === 'opened' ? null : refuse('merge_not_allowed');
  },
  run: async (ctx, found) => {
    const car = await findActiveCar(ctx.db, found.row.id);
    if (car) {
      await removeCar(ctx, car, removal('removed_by_user'));
      return advanceSoon(ctx, { projectId: car.project_id, targetBranch: car.target_branch });
    }
    if (!(await deleteAutoMerge(ctx.db, found.row.id))) throw new AppError('auto_merge_not_set', {}, { status: 406 });
    await addSystemNote(ctx, noteableOf(found), { action: 'merge', body: 'canceled the automatic merge' });
    await publish(ctx, topicOf(found.row.id), 'merge_status.changed', { id: found.row.id });
  },
});
