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
import { mergeMergeRequest, type MergeInput } from '../merge.ts';
import { availableStrategies, isTrain, storedStrategy } from './strategies.ts';
import { tryAutoMergeJob } from './try-auto-merge.ts';

/**
 * Merges now when every check has passed and nothing is pending, else as soon as that is so. `set`: it is merged later, by
 * itself. Fails with `auto_merge_not_ready` when waiting would not help, `merge_strategy_unavailable` for merge trains.
 */
export async function mergeWhenReady(ctx: Context, input: MergeInput): Promise<'merged' | 'set'> {
  const { strategy } = input;
  // Who asks for a train does not get the merge of this moment instead.
  if (strategy !== undefined && isTrain(strategy)) {
    const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
    if (!found || !(await canMergeNow(ctx, found))) throw new AppError('merge_forbidden');
    throw new AppError('merge_strategy_unavailable', { name: strategy });
  }
  try {
    await mergeMergeRequest(ctx, { ...input, onlyWhenPassed: true });
    return 'merged';
  } catch (error) {
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
    await saveAutoMerge(ctx.db, {
      merge_request_id: row.id,
      strategy: storedStrategy(input.strategy),
      set_by_id: setterId,
      head_sha: row.head_sha,
      target_branch: row.target_branch,
      commit_message: input.commitMessage ?? null,
      squash: input.squash ?? null,
      squash_message: input.squashMessage ?? null,
      removes_source_branch: input.shouldRemoveSourceBranch ?? null,
      set_at: ctx.clock.now(),
      failed_at: null,
      failed_reason: null,
    });
    if (!before || before.failed_at !== null || before.set_by_id !== setterId) {
      const body = `enabled an automatic merge when all merge checks for ${row.head_sha} pass`;
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
    const isSetter = (await findAutoMerge(ctx.db, found.row.id))?.set_by_id === actorId(ctx.actor);
    if (!isSetter && !(await canMergeNow(ctx, found))) return refuse('merge_forbidden');
    return found.row.state === 'opened' ? null : refuse('merge_not_allowed');
  },
  run: async (ctx, found) => {
    if (!(await deleteAutoMerge(ctx.db, found.row.id))) throw new AppError('auto_merge_not_set', {}, { status: 406 });
    await addSystemNote(ctx, noteableOf(found), { action: 'merge', body: 'canceled the automatic merge' });
    await publish(ctx, topicOf(found.row.id), 'merge_status.changed', { id: found.row.id });
  },
});
