import { can } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import { canPushToBranch, featureOf, mergeLevelAllows, type ProjectAccess } from '../../projects/index.ts';
import { findProjectAccess, type MergeRequestAccess } from '../merge-request-access.ts';

/** Push or merge right on the target branch, whatever the state of the request. */
export async function canMergeNow(ctx: Context, { row, access }: MergeRequestAccess): Promise<boolean> {
  if (ctx.actor.kind === 'anonymous') return false;
  if (can(ctx.actor, 'read_code', featureOf(access, 'repository')) !== null) return false;
  return mergeLevelAllows(ctx, access, row.target_branch);
}

/**
 * May the actor write to the source branch: by their own right there, or because the author lets everybody who may merge
 * do so (from a fork).
 */
export async function canPushToSource(ctx: Context, found: MergeRequestAccess): Promise<boolean> {
  const source = await sourceOf(ctx, found);
  if (!source) return false;
  return (await canPushToBranch(ctx, source, found.row.source_branch)) === null;
}

/** Never the default or a protected branch, and only by those who may delete it there. */
export async function canRemoveSource(ctx: Context, found: MergeRequestAccess): Promise<boolean> {
  const source = await sourceOf(ctx, found);
  if (!source) return false;
  return (await canPushToBranch(ctx, source, found.row.source_branch, 'delete')) === null;
}

async function sourceOf(ctx: Context, { row, access }: MergeRequestAccess): Promise<ProjectAccess | undefined> {
  if (row.source_project_id === null) return undefined;
  if (row.source_project_id === row.target_project_id) return access;
  return findProjectAccess(ctx, row.source_project_id);
}
