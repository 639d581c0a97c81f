import { mayReadEnvironments } from '../../environments/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { findFirstDeployedAt } from './deployed-store.ts';

/** When a merged request came to production for the first time; null for who may not see environments. */
export async function firstDeployedToProduction(
  ctx: Context,
  { row, access }: Pick<MergeRequestAccess, 'row' | 'access'>,
): Promise<Date | null> {
  if (row.state !== 'merged' || !mayReadEnvironments(ctx, access)) return null;
  return findFirstDeployedAt(ctx.db, row.id, ['production']);
}
