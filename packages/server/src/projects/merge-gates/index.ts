import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { lockGates, shareGates } from './gate-store.ts';

type MergesUnderWay = (ctx: Context, projectId: number) => Promise<boolean>;

const lookouts: MergesUnderWay[] = [];

/** Tells of merges that passed their gates and whose branch may move at any moment; call at module load. */
export function defineMergesUnderWay(lookout: MergesUnderWay): void {
  lookouts.push(lookout);
}

/** In the transaction that asks the gates of a merge, before anything else is locked or read. */
export async function holdGates(ctx: Context, projectId: number): Promise<void> {
  await shareGates(ctx.db, projectId);
}

/**
 * In the transaction that changes settings or protection on which gates depend, before any row is locked: the change comes
 * wholly before the look of a merge or after the merge. Fails with `project_merging` while one is under way; see
 * `waitsForMerges` of operations.
 */
export async function changeGates(ctx: Context, projectId: number): Promise<void> {
  await lockGates(ctx.db, projectId);
  for (const isUnderWay of lookouts) if (await isUnderWay(ctx, projectId)) throw new AppError('project_merging');
}
