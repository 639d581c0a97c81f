import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { type MergeRequestAccess, canMergeNow } from '../merge-requests/index.ts';

/**
 * Nothing is merged later by itself here, so there is never anything to cancel: `merge_forbidden` (401) for those who may
 * not merge, 405 of a request that is not open, 406 of one that is.
 */
export async function cancelAutomaticMerge(ctx: Context, found: MergeRequestAccess): Promise<never> {
  if (!(await canMergeNow(ctx, found))) throw new AppError('merge_forbidden');
  if (found.row.state !== 'opened') throw new AppError('merge_not_allowed');
  throw new AppError('auto_merge_not_set', {}, { status: 406 });
}
