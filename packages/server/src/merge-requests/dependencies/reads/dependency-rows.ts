import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { type BlockRow, findBlock, listBlocks } from '../store/blocks.ts';

export type { BlockRow } from '../store/blocks.ts';

/** What a request depends on (`blocks`), or what depends on it (`blockees`), whether the actor can see the others or not. */
export function dependencyRows(ctx: Context, name: 'blocks' | 'blockees', mergeRequestId: number): Promise<BlockRow[]> {
  return listBlocks(ctx.db, name === 'blocks' ? 'blocked_id' : 'blocking_id', [mergeRequestId]);
}

export async function getDependency(ctx: Context, mergeRequestId: number, id: number): Promise<BlockRow> {
  const block = await findBlock(ctx.db, mergeRequestId, id);
  if (!block) throw new AppError('not_found', { resource: 'Merge request dependency' });
  return block;
}
