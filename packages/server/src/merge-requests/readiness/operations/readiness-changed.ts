import type { Extensions } from '../../../platform/extensions.ts';
import type { Context } from '../../../platform/context.ts';
import { addJob, addJobs, defineJob, registerJob } from '../../../platform/jobs.ts';
import { defineLastStep } from '../../../platform/last-steps.ts';
import { checksVersion } from '../define-check.ts';
import { setMergeCheckRequested } from '../../store/merge-requests.ts';
import { invalidateOutdated, invalidateReadiness, lockReadiness, type ReadinessScope } from '../../store/readiness.ts';
import { computeReadiness } from '../jobs/compute-readiness.ts';

/** What changed; kept with the answers that it changed. */
export type ReadinessCause =
  | 'created'
  | 'source_pushed'
  | 'source_deleted'
  | 'target_moved'
  | 'retargeted'
  | 'reopened'
  | 'closed'
  | 'merged'
  | 'updated'
  | 'threads'
  | 'reviewed'
  | 'approved'
  | 'approval_rules'
  | 'approval_settings'
  | 'pipeline'
  | 'settings'
  | 'members'
  | 'protection'
  | 'dependencies'
  | 'merge_time'
  | 'status_checks'
  | 'locks'
  | 'policies'
  | 'asked'
  | 'upgraded'
  | 'watchdog';

/** Within this time the answers are valid again; what takes longer is repaired. */
export const READINESS_DEADLINE_MS = 60_000;

export const computeReadinessJob = defineJob<{ projectId: number }>({
  name: 'compute-readiness',
  run: (ctx, { projectId }) => computeReadiness(ctx, projectId),
});

/**
 * Something changed that a merge check may depend on. Call it in the transaction of the change: once that is committed, and until
 * the checks are evaluated again, readers evaluate them by themselves, and `merge_request.readiness_changed` follows if an answer
 * differs. Requests that are not open are ignored.
 */
export async function readinessChanged(ctx: Context, scope: ReadinessScope, cause: ReadinessCause): Promise<void> {
  if (Array.isArray(scope) && scope.length === 0) return;
  await invalidate(ctx, { scope, cause });
}

type Change = { scope: ReadinessScope; cause: ReadinessCause };

/**
 * A push, the pipeline that it starts and the users' own changes concern the same requests, in any order: their rows are
 * locked last and in the order of their ids, so that no two transactions wait for each other.
 */
const invalidate = defineLastStep<Change>(async (ctx, changes) => {
  const all = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
  if (all.length > 1)
    await lockReadiness(
      ctx.db,
      all.map(({ scope }) => scope),
    );
  for (const { scope, cause } of all)
    await computeSoon(ctx, await invalidateReadiness(ctx.db, scope, markOf(ctx, cause)), keyOf(scope));
});

/** After an upgrade: answers that other checks gave, and requests that have none yet. */
export async function refreshOutdatedReadiness(ctx: Context): Promise<void> {
  await computeSoon(ctx, await invalidateOutdated(ctx.db, checksVersion(), markOf(ctx, 'upgraded')));
}

function markOf(ctx: Context, cause: ReadinessCause) {
  const at = ctx.clock.now();
  return { cause, at, deadlineAt: new Date(at.getTime() + READINESS_DEADLINE_MS) };
}

/**
 * One job for repeated changes of one request. Changes of many get their own: with a common key all transactions of a
 * project that change something would wait for each other.
 */
const keyOf = (scope: ReadinessScope) =>
  Array.isArray(scope) && scope.length === 1 ? `readiness:${scope[0]}` : undefined;

async function computeSoon(ctx: Context, projectIds: readonly number[], key?: string): Promise<void> {
  const [first] = projectIds;
  if (key !== undefined && first !== undefined) return addJob(ctx, computeReadinessJob, { projectId: first }, { key });
  return addJobs(
    ctx,
    computeReadinessJob,
    projectIds.map((projectId) => ({ projectId })),
  );
}

/** The same when the heads changed or git is to look again: what git said before is not valid any more. */
export async function requestMergeCheck(ctx: Context, mergeRequestId: number, cause: ReadinessCause): Promise<void> {
  await setMergeCheckRequested(ctx.db, mergeRequestId, cause === 'created' ? 'preparing' : 'checking');
  await readinessChanged(ctx, [mergeRequestId], cause);
}

export const readinessReadinessChanged: Extensions = [registerJob(computeReadinessJob)];
