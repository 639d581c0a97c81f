import { findActingUser } from '../../accounts/index.ts';
import { onEvent } from '../../platform/events.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { retargetMergeRequest } from '../lifecycle/operations/retarget.ts';
import { findMergeRequestById, listOpenByTarget, type MergeRequestRow } from '../store/merge-requests.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { removeSourceBranch } from './remove-source-branch.ts';

const MAX_RETARGETED = 20;

/**
 * Finishes what the merge asked for, should the request itself not have come to it: the branch is removed as the one who
 * merged, with their rights of now. Then requests into the removed branch follow to where it went.
 */
onEvent('merge_request.merged', 'after-merge', async (ctx, { data }) => {
  const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
  if (row?.state !== 'merged' || !data.removesSourceBranch || row.source_project_id === null) return;
  const source = { projectId: row.source_project_id, branch: row.source_branch };
  if ((await branchTip(ctx, source)) !== undefined) {
    const actor = data.mergedById === null ? undefined : await findActingUser(ctx, data.mergedById);
    if (!actor || !(await removeSourceBranch({ ...ctx, actor }, row))) return;
  }
  if (row.source_project_id === row.target_project_id) await retargetDependents(ctx, row);
});

async function retargetDependents(ctx: Context, row: MergeRequestRow): Promise<void> {
  const page = { afterId: 0, limit: MAX_RETARGETED };
  for (const other of await listOpenByTarget(ctx.db, row.target_project_id, row.source_branch, page)) {
    try {
      await retargetMergeRequest(ctx, { mergeRequestId: other.id, targetBranch: row.target_branch });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      // It has nothing of its own left, or another one is open for the new pair: it stays, and says so.
      ctx.log.info({ mergeRequestId: other.id, code: error.code }, 'a dependent merge request keeps its target');
    }
  }
}
