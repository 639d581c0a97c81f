import { can } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import {
  canPushToBranch,
  featureOf,
  loadBranchRights,
  mayPickCommits,
  mergeLevelAllows,
  type ProjectAccess,
} from '../../projects/index.ts';
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

/** What may be done with the source branch: new commits on top of it, and others in the place of those there. */
export async function sourceRights(
  ctx: Context,
  found: MergeRequestAccess,
): Promise<{ mayPush: boolean; mayRebase: boolean }> {
  const source = await sourceOf(ctx, found);
  if (!source) return { mayPush: false, mayRebase: false };
  const rights = await loadBranchRights(ctx, source, { withGrants: true });
  const may = (change: 'push' | 'force') => rights.refusal(found.row.source_branch, change) === null;
  return { mayPush: may('push'), mayRebase: may('force') };
}

/** Never the default or a protected branch, and only by those who may delete it there. */
export async function canRemoveSource(ctx: Context, found: MergeRequestAccess): Promise<boolean> {
  const source = await sourceOf(ctx, found);
  if (!source) return false;
  return (await canPushToBranch(ctx, source, found.row.source_branch, 'delete')) === null;
}

/**
 * May the actor take back what was merged, or bring it to another branch: where one commit brought all of it. Several that
 * a branch was moved forward by can be picked one by one only.
 */
export function canPickMerged(ctx: Context, { row, access }: MergeRequestAccess): boolean {
  const isOneCommit = row.merge_commit_sha !== null || row.squash_commit_sha !== null || row.commits_count === 1;
  return row.state === 'merged' && isOneCommit && mayPickCommits(ctx, access);
}

async function sourceOf(ctx: Context, { row, access }: MergeRequestAccess): Promise<ProjectAccess | undefined> {
  if (row.source_project_id === null) return undefined;
  if (row.source_project_id === row.target_project_id) return access;
  return findProjectAccess(ctx, row.source_project_id);
}
