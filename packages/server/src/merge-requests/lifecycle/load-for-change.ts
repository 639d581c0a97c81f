import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { findMergeRequestAccess, type MergeRequestAccess, RESOURCE } from '../merge-request-access.ts';
import { refuseWhileMerging } from './refuse-while-merging.ts';
import { lockMergeRequest } from '../store/merge-requests.ts';

/** The request, held until the transaction ends. */
export async function loadLocked(ctx: Context, id: number): Promise<MergeRequestAccess> {
  const row = await lockMergeRequest(ctx.db, id);
  const found = row && (await findMergeRequestAccess(ctx, id));
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return { ...found, row };
}

/** The same for changes that a gate may depend on: not while it is being merged. */
export async function loadForChange(ctx: Context, id: number): Promise<MergeRequestAccess> {
  const found = await loadLocked(ctx, id);
  await refuseWhileMerging(ctx, id);
  return found;
}
