import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { findMergeRequestAccess, type MergeRequestAccess, RESOURCE } from '../merge-request-access.ts';
import { lockEvenMerging, lockMergeRequest, type MergeRequestRow } from '../store/merge-requests.ts';

/** The request, held until the transaction ends. */
export async function loadLocked(ctx: Context, id: number): Promise<MergeRequestAccess> {
  return withAccess(ctx, await lockEvenMerging(ctx.db, id));
}

/** The same for changes that a gate may depend on: not while it is being merged. */
export async function loadForChange(ctx: Context, id: number): Promise<MergeRequestAccess> {
  return withAccess(ctx, await lockMergeRequest(ctx.db, id));
}

async function withAccess(ctx: Context, row: MergeRequestRow | undefined): Promise<MergeRequestAccess> {
  const found = row && (await findMergeRequestAccess(ctx, row.id));
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return { ...found, row };
}
