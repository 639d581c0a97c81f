import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import { addSystemNote } from '../../discussions/index.ts';
import {
  type AutoMergeRow,
  deleteAutoMerge,
  failAutoMerge,
  findAutoMerge,
  findMergeRequestAccess,
  findMergeRequestById,
  listWaitingAutoMerges,
  noteableOf,
  topicOf,
} from '../../merge-requests/index.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { onEvent, publish } from '../../platform/events.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { mergeMergeRequest } from '../merge.ts';
import { isTransient } from './transient.ts';
import { addToTrain } from '../trains/index.ts';
import { usesTrains } from './strategies.ts';

const BATCH = 500;

/** Merges a request that is set to be merged by itself, if it may be now, with the rights that its setter has now. */
export const tryAutoMergeJob = defineJob<{ mergeRequestId: number }>({
  name: 'try-auto-merge',
  run: async (ctx, { mergeRequestId }) => {
    const row = await findMergeRequestById(ctx.db, mergeRequestId);
    const auto = await findAutoMerge(ctx.db, mergeRequestId);
    if (!auto || auto.failed_at !== null || !row) return;
    if (row.state !== 'opened') return void (await deleteAutoMerge(ctx.db, row.id));
    // The train looks after it from there on.
    if (auto.strategy === 'merge_train') return;
    if (row.head_sha !== auto.head_sha) return abort(ctx, row.id, 'the source branch was updated');
    if (row.target_branch !== auto.target_branch) return abort(ctx, row.id, 'the target branch was changed');
    const actor = await findActingUser(ctx, auto.set_by_id);
    if (!actor) return abort(ctx, row.id, 'the user who enabled it is no longer active');
    try {
      const inner = { ...ctx, actor };
      if (await usesTrains(ctx, row)) await addToTrain(inner, choicesOf(auto));
      else await mergeMergeRequest(inner, { ...choicesOf(auto), onlyWhenPassed: true });
    } catch (error) {
      await settle(ctx, row.id, error);
    }
  },
});

function choicesOf(auto: AutoMergeRow) {
  return {
    mergeRequestId: auto.merge_request_id,
    sha: auto.head_sha,
    targetBranch: auto.target_branch,
    commitMessage: auto.commit_message ?? undefined,
    squash: auto.squash ?? undefined,
    squashMessage: auto.squash_message ?? undefined,
    shouldRemoveSourceBranch: auto.removes_source_branch ?? undefined,
  };
}

async function settle(ctx: Context, mergeRequestId: number, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || isTransient(error)) throw error;
  // It waits on.
  if (error.code === 'auto_merge_not_ready') return;
  if (error.code === 'merge_forbidden') {
    return abort(ctx, mergeRequestId, 'the user who enabled it cannot merge any longer');
  }
  if (error.code === 'merge_target_changed') return abort(ctx, mergeRequestId, 'the target branch was changed');
  if (error.code === 'merge_branch_moved') return abort(ctx, mergeRequestId, 'the source branch was updated');
  await transact(ctx, async (inner) => {
    await failAutoMerge(inner.db, mergeRequestId, error.message, ctx.clock.now());
    await publish(inner, topicOf(mergeRequestId), 'merge_status.changed', { id: mergeRequestId });
  });
}

/** Ends it with a note that says why. */
async function abort(ctx: Context, mergeRequestId: number, reason: string): Promise<void> {
  // A car leaves its train by itself, with its own note.
  if ((await findAutoMerge(ctx.db, mergeRequestId))?.strategy === 'merge_train') return;
  await transact(ctx, async (inner) => {
    const removed = await deleteAutoMerge(inner.db, mergeRequestId);
    const found = await findMergeRequestAccess({ ...inner, actor: SYSTEM }, mergeRequestId);
    if (!removed || !found) return;
    const body = `aborted the automatic merge because ${reason}`;
    await addSystemNote(inner, noteableOf(found), { action: 'merge', body, authorId: removed.set_by_id });
    await publish(inner, topicOf(mergeRequestId), 'merge_status.changed', { id: mergeRequestId });
  });
}

export async function tryAutoMerges(ctx: Context, ids: readonly number[]): Promise<void> {
  for (const mergeRequestId of ids) {
    await addJob(ctx, tryAutoMergeJob, { mergeRequestId }, { key: `auto-merge:${mergeRequestId}` });
  }
}

/** Whatever changed: those that wait are tried each minute too, so that none is ever forgotten. */
const tryAllJob = defineJob<Record<string, never>>({
  name: 'try-auto-merges',
  run: async (ctx) => {
    for (let afterId = 0; ;) {
      const ids = await listWaitingAutoMerges(ctx.db, afterId, BATCH);
      await tryAutoMerges(ctx, ids);
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH) return;
      afterId = last;
    }
  },
});

export const autoMergeTryAutoMerge: Extensions = [
  registerJob(tryAutoMergeJob),
  registerJob(tryAllJob),
  scheduleJob('* * * * *', tryAllJob),
  onEvent('merge_request.readiness_changed', 'auto-merge', (ctx, { data }) =>
    tryAutoMerges(ctx, [data.mergeRequestId]),
  ),
  onEvent('merge_request.updated', 'auto-merge', async (ctx, { data }) => {
    if (data.changed.includes('target_branch')) await abort(ctx, data.mergeRequestId, 'the target branch was changed');
  }),
  onEvent('merge_request.merged', 'auto-merge', async (ctx, { data }) => {
    await deleteAutoMerge(ctx.db, data.mergeRequestId);
  }),
  onEvent('merge_request.state_changed', 'auto-merge', async (ctx, { data }) => {
    if (data.to === 'closed') await abort(ctx, data.mergeRequestId, 'the merge request was closed');
  }),
];
