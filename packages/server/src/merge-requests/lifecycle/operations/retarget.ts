import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote } from '../../../discussions/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import { canUpdate } from '../../abilities.ts';
import { requestMergeCheck } from '../../readiness/operations/readiness-changed.ts';
import { findMergeRequestAccess, RESOURCE } from '../../merge-request-access.ts';
import { noteableOf } from '../../noteable.ts';
import { targetText } from '../../rules/system-texts.ts';
import { type MergeRequestRow, updateMergeRequestRow } from '../../store/merge-requests.ts';
import { createVersion } from '../../versions/create-version.ts';
import { loadForChange } from '../load-for-change.ts';
import { announceUpdate } from '../announce-update.ts';
import { checkDifferent, readPair } from './create-merge-request.ts';

/**
 * Sends an open request to another branch of the same project: a new version with the new base. What was checked for the
 * old target holds no longer.
 */
export async function retargetMergeRequest(
  ctx: Context,
  input: { mergeRequestId: number; targetBranch: string },
): Promise<MergeRequestRow> {
  const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  guard(canUpdate(ctx.actor, found));
  const { row } = found;
  if (row.target_branch === input.targetBranch) return row;
  if (row.state !== 'opened') throw new AppError('merge_request_not_open', { state: row.state });
  if (row.source_project_id === null)
    throw new AppError('merge_request_source_gone', { name: row.source_branch }, { status: 422 });
  const pair = {
    source: { projectId: row.source_project_id, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: input.targetBranch },
  };
  checkDifferent(pair);
  const read = await readPair(ctx, pair);
  return transact(ctx, async (inner) => {
    const locked = await loadForChange(inner, row.id);
    guard(canUpdate(inner.actor, locked));
    if (locked.row.state !== 'opened') throw new AppError('merge_request_not_open', { state: locked.row.state });
    // The next answer is the first for this target: what the branch had before did not arrive.
    const change = { target_branch: input.targetBranch, merge_checked_target_sha: null };
    const moved = await updateMergeRequestRow(inner.db, row.id, change);
    const body = targetText(locked.row.target_branch, input.targetBranch);
    await addSystemNote(inner, noteableOf({ ...locked, row: moved }), { action: 'branch', body });
    const { row: updated } = await createVersion(inner, moved, read);
    await requestMergeCheck(inner, row.id, 'retargeted');
    await announceUpdate(inner, updated, ['target_branch']);
    return updated;
  });
}
