import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote } from '../../../discussions/index.ts';
import {
  canMergeNow,
  findMergeRequestAccess,
  loadForChange,
  type MergeRequestAccess,
  noteableOf,
  readinessOf,
  RESOURCE,
  topicOf,
} from '../../../merge-requests/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { continueStack } from '../jobs/merge-next.ts';
import { stackOf, stepsOf } from '../reads/stack-of.ts';
import { findStackMergeOf, insertStackMerge, updateRunning } from '../store/stack-merges.ts';

type Input = { mergeRequestId: number; sha?: string | undefined };

/**
 * Merges a request with all that it builds on, one after the other from the bottom, each when its own checks let it. It
 * begins only when the lowest one can be merged now; what stops it later is said by the request it stopped at.
 */
export const mergeStack = defineOperation<Input, MergeRequestAccess, void>({
  name: 'merge_request.merge_stack',
  load: (ctx, { mergeRequestId }) => loadForChange(ctx, mergeRequestId),
  check: async (ctx, found, { sha }) => {
    const { row } = found;
    if (ctx.actor.kind !== 'user' || !(await canMergeNow(ctx, found))) return refuse('merge_forbidden');
    if (row.state !== 'opened' || row.head_sha === null) return refuse('merge_not_allowed');
    return sha !== undefined && sha !== row.head_sha ? refuse('merge_branch_moved', { sha: row.head_sha }) : null;
  },
  run: async (ctx, found) => {
    const steps = stepsOf(await stackOf(ctx, found), found.row.id);
    const [lowest] = steps;
    const setterId = actorId(ctx.actor);
    if (!lowest || steps.length < 2 || setterId === undefined) throw new AppError('stack_missing');
    for (const { id } of steps) {
      const each = await findMergeRequestAccess(ctx, id);
      if (!each || !(await canMergeNow(ctx, each))) throw new AppError('merge_forbidden');
    }
    const readiness = (await readinessOf(ctx, [lowest], 'gate')).get(lowest.id);
    if (!readiness?.isMergeable) {
      throw new AppError('stack_not_ready', { iid: lowest.iid, reason: readiness?.message ?? 'Merge blocked.' });
    }
    const id = await insertStackMerge(ctx.db, {
      merge_request_id: found.row.id,
      set_by_id: setterId,
      target_branch: lowest.target_branch,
      steps: JSON.stringify(steps.map((row) => ({ id: row.id, sha: row.head_sha ?? '' }))),
      state: 'running',
      step_at: ctx.clock.now(),
    });
    const names = steps.map((row) => `!${row.iid}`).join(', ');
    await addSystemNote(ctx, noteableOf(found), { action: 'merge', body: `started to merge the stack ${names}` });
    await publish(ctx, topicOf(found.row.id), 'merge_status.changed', { id: found.row.id });
    await continueStack(ctx, id);
  },
});

/** What is merged by then stays merged. */
export const cancelStackMerge = defineOperation<{ mergeRequestId: number }, MergeRequestAccess, void>({
  name: 'merge_request.cancel_stack_merge',
  load: async (ctx, { mergeRequestId }) => {
    const found = await findMergeRequestAccess(ctx, mergeRequestId);
    if (!found) throw new AppError('not_found', { resource: RESOURCE });
    return found;
  },
  check: async (ctx, found) => ((await canMergeNow(ctx, found)) ? null : refuse('merge_forbidden')),
  run: async (ctx, found) => {
    const running = await findStackMergeOf(ctx.db, found.row.id);
    const isCanceled =
      running?.state === 'running' &&
      (await updateRunning(ctx.db, { id: running.id }, { state: 'stopped', reason: null }));
    if (!isCanceled) throw new AppError('stack_merge_not_running');
    await addSystemNote(ctx, noteableOf(found), { action: 'merge', body: 'canceled the merge of the stack' });
    await publish(ctx, topicOf(found.row.id), 'merge_status.changed', { id: found.row.id });
  },
});
