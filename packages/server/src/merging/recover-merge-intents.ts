import type { Extensions } from '../platform/extensions.ts';
import { isAncestor, isGitError, readRef } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../platform/jobs.ts';
import { onStart } from '../platform/start-work.ts';
import {
  listMergeIntents,
  type MergeIntentRow,
  takeMergeIntent,
  findMergeRequestById,
  branchTip,
  syncHead,
  requestMergeCheck,
} from '../merge-requests/index.ts';
import { completeMerge } from './complete-merge.ts';

/** A merge under way takes well under this; its own request finishes it. */
const GIVEN_UP_AFTER_SECONDS = 30;
const BATCH = 200;

export type MergeRecovery = { finished: number; undone: number };

/**
 * Looks at merges that nobody finished: where the target branch has the result, the request is marked as merged; where it
 * does not, the intent is forgotten and the request is open as before. `atStart` looks at all.
 */
export async function recoverMergeIntents(ctx: Context, options: { atStart?: boolean } = {}): Promise<MergeRecovery> {
  const report: MergeRecovery = { finished: 0, undone: 0 };
  const age = options.atStart ? 0 : GIVEN_UP_AFTER_SECONDS;
  for (const intent of await listMergeIntents(ctx.db, age, BATCH)) {
    if (await finalizeIntent(ctx, intent)) report.finished += 1;
    else report.undone += 1;
  }
  return report;
}

/** True when the merge had happened. */
export async function finalizeIntent(ctx: Context, intent: MergeIntentRow): Promise<boolean> {
  if (await hasHappened(ctx, intent)) {
    await completeMerge(ctx, intent);
    return true;
  }
  await takeMergeIntent(ctx.db, intent.id);
  await catchUpHead(ctx, intent.merge_request_id);
  await requestMergeCheck(ctx, intent.merge_request_id, 'watchdog');
  return false;
}

/** A push that came while it was being merged did not move its head. */
async function catchUpHead(ctx: Context, mergeRequestId: number): Promise<void> {
  const row = await findMergeRequestById(ctx.db, mergeRequestId);
  if (row?.source_project_id == null) return;
  const tip = await branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch });
  if (tip !== undefined) await syncHead(ctx, row, tip, { pushedById: null });
}

async function hasHappened(ctx: Context, intent: MergeIntentRow): Promise<boolean> {
  const repo = ctx.repositories.directory(intent.project_id);
  try {
    const tip = await readRef(repo, intent.target_ref);
    if (tip === undefined || tip === intent.old_target_sha) return false;
    return tip === intent.new_target_sha || (await isAncestor(repo, intent.new_target_sha, tip));
  } catch (error) {
    if (isGitError(error, 'not_found')) return false;
    throw error;
  }
}

export const recoverMergesJob = defineJob<Record<string, never>>({
  name: 'recover-merge-intents',
  run: async (ctx) => {
    const report = await recoverMergeIntents(ctx);
    if (report.finished + report.undone > 0) ctx.log.warn(report, 'merges left by a crash were settled');
  },
});

export const mergingRecoverMergeIntents: Extensions = [
  registerJob(recoverMergesJob),
  scheduleJob('* * * * *', recoverMergesJob),
  onStart('recover-merge-intents', async (ctx) => {
    await recoverMergeIntents(ctx, { atStart: true });
  }),
];
