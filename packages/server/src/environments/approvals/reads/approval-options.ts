import type { PageApprovals } from '@tributary/contract/environments/approvals.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DeploymentAccess } from '../../environment-access.ts';
import { approvalRefusal, loadApprovable } from '../operations/approve-deployment.ts';

/** What the reader can do about a deployment that waits, and why not. */
export async function approvalOptions(
  ctx: Context,
  found: DeploymentAccess,
): Promise<Pick<PageApprovals, 'can' | 'reason'>> {
  if (found.deployment.status !== 'blocked') return { can: { approve: false, reject: false }, reason: null };
  const approvable = await loadApprovable(ctx, found);
  const refusal = approvalRefusal(ctx, approvable, 'approved');
  return {
    can: { approve: refusal === null, reject: approvalRefusal(ctx, approvable, 'rejected') === null },
    reason: refusal && new AppError(refusal.code, refusal.params).message,
  };
}
