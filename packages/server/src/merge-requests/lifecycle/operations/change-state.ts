import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isAncestor, isGitError } from '@tributary/git';
import { addSystemNote } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { recordResourceEvents } from '../../../planning/index.ts';
import { canClose, canReopen } from '../../abilities.ts';
import { requestMergeCheck } from '../../readiness/operations/readiness-changed.ts';
import { type MergeRequestAccess } from '../../merge-request-access.ts';
import { noteableOf } from '../../noteable.ts';
import { findOpenForPair, type MergeRequestRow, updateMergeRequestRow } from '../../store/merge-requests.ts';
import { recordMergeRequestActivity } from '../../notifications/activity.ts';
import { branchTip } from '../../versions/branch-ends.ts';
import { syncHead } from '../../versions/sync-head.ts';
import { loadForChange } from '../load-for-change.ts';
import { publishMergeRequestChange } from '../../notifications/publish-merge-request-change.ts';

type Input = { mergeRequestId: number };

export const closeMergeRequest = defineOperation<Input, MergeRequestAccess, MergeRequestRow>({
  name: 'merge_request.close',
  load: (ctx, input) => loadForChange(ctx, input.mergeRequestId),
  check: (ctx, found) => canClose(ctx.actor, found),
  run: async (ctx, found) => {
    const row = await updateMergeRequestRow(ctx.db, found.row.id, {
      state: 'closed',
      closed_at: ctx.clock.now(),
      closed_by_id: actorId(ctx.actor) ?? null,
      merge_error: null,
    });
    await announceState(ctx, found, row, { action: 'closed', body: 'closed' });
    return row;
  },
});

/** Opens it again with whatever its branch holds now. Fails when the branch is gone or was made again. */
export const reopenMergeRequest = defineOperation<Input, MergeRequestAccess, MergeRequestRow>({
  name: 'merge_request.reopen',
  load: (ctx, input) => loadForChange(ctx, input.mergeRequestId),
  check: (ctx, found) => canReopen(ctx.actor, found),
  run: async (ctx, found) => {
    const tip = await requireSource(ctx, found.row);
    await refuseOtherOpen(ctx, found.row);
    const row = await updateMergeRequestRow(ctx.db, found.row.id, {
      state: 'opened',
      closed_at: null,
      closed_by_id: null,
    });
    await announceState(ctx, found, row, { action: 'reopened', body: 'reopened' });
    await requestMergeCheck(ctx, row.id, 'reopened');
    return (await syncHead(ctx, row, tip)) ?? row;
  },
});

async function requireSource(ctx: Context, row: MergeRequestRow): Promise<string> {
  const gone = () => new AppError('merge_request_source_gone', { name: row.source_branch }, { status: 422 });
  if (row.source_project_id === null) throw gone();
  const tip = await branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch });
  if (tip === undefined) throw gone();
  if (row.head_sha === null || tip === row.head_sha) return tip;
  try {
    if (await isAncestor(ctx.repositories.directory(row.source_project_id), row.head_sha, tip)) return tip;
  } catch (error) {
    if (!isGitError(error, 'not_found')) throw error;
  }
  throw new AppError('merge_request_source_replaced', { name: row.source_branch }, { status: 422 });
}

async function refuseOtherOpen(ctx: Context, row: MergeRequestRow): Promise<void> {
  const other = await findOpenForPair(ctx.db, {
    sourceProjectId: row.source_project_id ?? 0,
    sourceBranch: row.source_branch,
    targetProjectId: row.target_project_id,
    targetBranch: row.target_branch,
  });
  if (other) throw new AppError('merge_request_exists', { iid: other.iid });
}

/** Notes the change of state down and tells everyone, in the transaction that makes it. */
export async function announceState(
  ctx: Context,
  found: MergeRequestAccess,
  row: MergeRequestRow,
  note: { action: string; body: string },
): Promise<void> {
  const noteable = noteableOf({ ...found, row });
  await addSystemNote(ctx, noteable, note);
  const action = row.state === 'opened' ? 'reopened' : row.state;
  await recordResourceEvents(ctx, noteable, [{ kind: 'state', action }]);
  await recordMergeRequestActivity(ctx, found.access.project, row, {
    action: row.state === 'closed' ? 'closed' : 'reopened',
  });
  await emit(ctx, 'merge_request.state_changed', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    from: found.row.state,
    to: row.state,
  });
  await publishMergeRequestChange(ctx, row.id, ['state']);
}
