import type { Extensions } from '../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ConflictResolutionInput } from '@tributary/contract/merge-requests/conflicts.ts';
import { findActingUser } from '../accounts/index.ts';
import {
  attemptRebase,
  endRebase,
  findMergeRequestAccess,
  insertRebase,
  loadLocked,
  type RebaseRow,
  requireTip,
  RESOURCE,
  setMergeError,
  topicOf,
} from '../merge-requests/index.ts';
import { type Context, transact } from '../platform/context.ts';
import { publish } from '../platform/events.ts';
import { addJob, defineJob, registerJob } from '../platform/jobs.ts';
import { rebaseResolved } from './conflicts/operations/rebase-resolved.ts';
import { checkRebase, rebaseMergeRequest } from './rebase.ts';

export type StartRebaseInput = {
  mergeRequestId: number;
  /** The head that was looked at; another one is refused. */
  sha?: string | undefined;
  /** No pipeline runs for the rebased commits. */
  skipCi?: boolean | undefined;
};

/** Tries of a rebase that something in the way, or a restart, ended. */
const MAX_TRIES = 5;
const FAILED = 'The rebase failed. Try again, or rebase locally and push the branch.';

/**
 * Starts to rebase the source branch as the actor, in a job: how it ends is in the row of the rebase and, where it fails, in
 * `merge_error`. One that is under way goes on.
 */
export async function startRebase(
  ctx: Context,
  { mergeRequestId, sha, skipCi = false }: StartRebaseInput,
): Promise<void> {
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  await checkRebase(ctx, found);
  const { row } = found;
  const projectId = row.source_project_id ?? row.target_project_id;
  const sourceSha = await requireTip(ctx, { projectId, branch: row.source_branch }, 'Source');
  if (sha !== undefined && sha !== sourceSha) throw new AppError('merge_branch_moved', { sha: sourceSha });
  await queueRebase(ctx, { mergeRequestId, sourceSha, skipCi });
}

type QueuedRebase = {
  mergeRequestId: number;
  sourceSha: string;
  skipCi: boolean;
  /** How conflicts with this commit of the target branch are resolved. */
  resolution?: { targetSha: string; files: readonly ConflictResolutionInput[] };
};

/** Writes the rebase down and has it done in a job; false while one is under way. */
export function queueRebase(
  ctx: Context,
  { mergeRequestId, sourceSha, skipCi, resolution }: QueuedRebase,
): Promise<boolean> {
  return transact(ctx, async (inner) => {
    const locked = await loadLocked(inner, mergeRequestId);
    await checkRebase(inner, locked);
    if (inner.actor.kind !== 'user') throw new AppError('unauthenticated');
    const isStarted = await insertRebase(inner.db, {
      merge_request_id: mergeRequestId,
      started_by_id: inner.actor.id,
      source_sha: sourceSha,
      skip_ci: skipCi,
      started_at: inner.clock.now(),
      resolution,
    });
    if (!isStarted) return false;
    await setMergeError(inner.db, mergeRequestId, null);
    // More tries than the rebase has: that one is given up is written down in a try of its own.
    await addJob(inner, rebaseJob, { mergeRequestId }, { key: `rebase:${mergeRequestId}`, maxAttempts: MAX_TRIES * 3 });
    await publish(inner, topicOf(mergeRequestId), 'changed', { id: mergeRequestId, changed: ['rebase'] });
    return true;
  });
}

export const rebaseJob = defineJob<{ mergeRequestId: number }>({
  name: 'rebase-merge-request',
  run: async (ctx, { mergeRequestId }) => {
    const rebase = await attemptRebase(ctx.db, mergeRequestId);
    if (!rebase) return;
    const actor = await findActingUser(ctx, rebase.started_by_id);
    if (!actor) return end(ctx, mergeRequestId, { error: 'The user who started the rebase is no longer active.' });
    if (rebase.attempts > MAX_TRIES) return end(ctx, mergeRequestId, { error: FAILED });
    try {
      await end(ctx, mergeRequestId, { resultSha: await perform({ ...ctx, actor }, rebase) });
    } catch (error) {
      if (rebase.attempts < MAX_TRIES && !isFinal(error)) throw error;
      if (!(error instanceof AppError)) ctx.log.error({ err: error, mergeRequestId }, 'a rebase failed');
      await end(ctx, mergeRequestId, { error: error instanceof AppError ? error.message : FAILED });
    }
  },
});

function perform(ctx: Context, rebase: RebaseRow): Promise<string> {
  const { merge_request_id: mergeRequestId, source_sha: startSha, target_sha: targetSha } = rebase;
  if (rebase.resolution === null || targetSha === null) {
    return rebaseMergeRequest(ctx, { mergeRequestId, startSha, skipCi: rebase.skip_ci });
  }
  // It was parsed before it was stored.
  const files = rebase.resolution as readonly ConflictResolutionInput[];
  return rebaseResolved(ctx, mergeRequestId, { sourceSha: startSha, targetSha, files });
}

/** Refused for a reason that waiting does not change. */
function isFinal(error: unknown): boolean {
  const passes = ['ref_changed', 'merge_in_progress', 'repository_locked', 'outcome_unknown'];
  return error instanceof AppError && error.kind !== 'unavailable' && !passes.includes(error.code);
}

async function end(
  ctx: Context,
  mergeRequestId: number,
  { resultSha = null, error = null }: { resultSha?: string | null; error?: string | null },
): Promise<void> {
  await transact(ctx, async (inner) => {
    const isEnded = await endRebase(inner.db, mergeRequestId, { finishedAt: inner.clock.now(), resultSha, error });
    if (!isEnded) return;
    await setMergeError(inner.db, mergeRequestId, error);
    await publish(inner, topicOf(mergeRequestId), 'changed', { id: mergeRequestId, changed: ['rebase'] });
  });
}

export const mergingStartRebase: Extensions = [registerJob(rebaseJob)];
