import type { Extensions } from '../../platform/extensions.ts';
import { type Arrival, branchRef, findArrival, isGitError, readRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { defineJob, registerJob } from '../../platform/jobs.ts';
import { listOpenAfter, type MergeRequestRow } from '../store/merge-requests.ts';
import { markMerged } from './on-push.ts';

const BATCH = 200;

export type ArrivedRequest = { row: MergeRequestRow; tip: string; arrival: Arrival };

/**
 * Open requests whose commits are in their target branch, as they are or squashed. Whoever pushes or merges the commits of a
 * request ends it, so only a branch that is newer than the database leaves one open. Answers how many were looked at.
 */
export async function eachArrivedRequest(
  ctx: Context,
  found: (request: ArrivedRequest) => Promise<void> | void,
): Promise<number> {
  let looked = 0;
  for (let afterId = 0; ;) {
    const rows = await listOpenAfter(ctx.db, afterId, BATCH);
    for (const row of rows) {
      looked += 1;
      afterId = row.id;
      const repo = ctx.repositories.directory(row.target_project_id);
      const tip = await readRef(repo, branchRef(row.target_branch));
      const arrival = tip !== undefined && row.head_sha !== null && (await arrivalOf(repo, row.head_sha, tip));
      if (arrival) await found({ row, tip, arrival });
    }
    if (rows.length < BATCH) return looked;
  }
}

async function arrivalOf(repo: string, head: string, tip: string): Promise<Arrival | undefined> {
  try {
    return await findArrival(repo, head, tip);
  } catch (error) {
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * After the restore of a backup that was made during merges: the requests whose merge the branch has, and the database has
 * not, are merged. Who merged them is not known any more.
 */
export const reconcileArrivedJob = defineJob<Record<string, never>>({
  name: 'reconcile-arrived-requests',
  run: async (ctx) => {
    await eachArrivedRequest(ctx, async ({ row, arrival }) => {
      const { sha: newSha, from: oldSha, squashSha } = arrival;
      await markMerged(ctx, row, { newSha, oldSha, squashSha, actorId: null });
      ctx.log.warn({ mergeRequestId: row.id, newSha }, 'a request whose commits are in its target is marked as merged');
    });
  },
});

export const pushesReconcileArrived: Extensions = [registerJob(reconcileArrivedJob)];
