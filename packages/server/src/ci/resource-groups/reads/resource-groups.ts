import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { findResourceGroup, listResourceGroups, type ResourceGroupRow } from '../../store/resource-store.ts';

export type ResourceGroup = ResourceGroupRow;

/** Of a project, by its key; fails with `not_found`. */
export async function getResourceGroup(ctx: Context, projectId: number, key: string): Promise<ResourceGroup> {
  const row = await findResourceGroup(ctx.db, projectId, key);
  if (!row) throw new AppError('not_found', { resource: 'Resource group' });
  return row;
}

export const resourceGroupsOf = (ctx: Context, projectId: number): Promise<ResourceGroup[]> =>
  listResourceGroups(ctx.db, projectId);
