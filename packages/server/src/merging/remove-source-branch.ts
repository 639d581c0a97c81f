import { AppError } from '@tributary/contract/errors/app-error.ts';
import { ZERO_OID } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { failpoint } from '../platform/failpoints.ts';
import { findProjectAccess, type MergeRequestRow } from '../merge-requests/index.ts';
import { updateBranch } from '../repositories/index.ts';

/**
 * Removes the branch that was merged, as the actor: by their right to delete it, and only while it still is what was
 * merged. A branch with newer commits, a protected one and one of a project they cannot push to stay. The merge stands
 * either way. What cannot be done at the moment fails as `unavailable`, to be tried again.
 */
export async function removeSourceBranch(ctx: Context, row: MergeRequestRow): Promise<boolean> {
  if (row.source_project_id === null || row.head_sha === null) return false;
  const source = await findProjectAccess(ctx, row.source_project_id);
  if (!source) return false;
  failpoint('merge.branch_delete');
  try {
    await updateBranch(ctx, source, { branch: row.source_branch, oldSha: row.head_sha, newSha: ZERO_OID });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    ctx.log.info({ mergeRequestId: row.id, code: error.code }, 'the source branch stays');
    return false;
  }
}
