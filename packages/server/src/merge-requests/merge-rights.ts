import { type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';
import { can } from '../platform/policy/policy.ts';
import type { Context } from '../platform/context.ts';
import { featureOf, type ProjectAccess } from '../projects/index.ts';
import { canPushToBranch, loadBranchRights, mayPickCommits, mergeLevelAllows } from '../repositories/index.ts';
import { findProjectAccess, findProjectAccesses, type MergeRequestAccess } from './merge-request-access.ts';

/** Push or merge right on the target branch, whatever the state of the request. */
export async function canMergeNow(ctx: Context, { row, access }: MergeRequestAccess): Promise<boolean> {
  return readsAsPerson(ctx, access) && mergeLevelAllows(ctx, access, row.target_branch);
}

function readsAsPerson(ctx: Context, access: ProjectAccess): boolean {
  return ctx.actor.kind !== 'anonymous' && can(ctx.actor, 'read_code', featureOf(access, 'repository')) === null;
}

/**
 * May the actor write to the source branch: by their own right there, or because the author lets everyone who may merge
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
  return { mayPush: may('push'), mayRebase: !found.access.project.is_read_only && may('force') };
}

/**
 * Why the actor may not put other commits in the place of those of the source branch. Asked before anything else, so that
 * a branch with nothing to rebase answers the same.
 */
export async function rebaseRefusal(ctx: Context, found: MergeRequestAccess): Promise<Refusal | null> {
  if (found.access.project.is_read_only) return refuse('project_archived');
  const source = await sourceOf(ctx, found);
  if (!source) return refuse('rebase_not_possible', { reason: 'The source branch does not exist.' });
  const rights = await loadBranchRights(ctx, source, { withGrants: true });
  return rights.refusal(found.row.source_branch, 'force');
}

/** Why the actor may not put commits on top of those of the source branch. */
export async function pushToSourceRefusal(ctx: Context, found: MergeRequestAccess): Promise<Refusal | null> {
  if (found.access.project.is_read_only) return refuse('project_archived');
  const source = await sourceOf(ctx, found);
  if (!source) return refuse('branch_update_not_possible', { reason: 'The source branch does not exist.' });
  const rights = await loadBranchRights(ctx, source, { withGrants: true });
  return rights.refusal(found.row.source_branch, 'push');
}

/** Never the default or a protected branch, and only by those who may delete it there. */
export async function canRemoveSource(ctx: Context, found: MergeRequestAccess): Promise<boolean> {
  const source = await sourceOf(ctx, found);
  if (!source) return false;
  return (await canPushToBranch(ctx, source, found.row.source_branch, 'delete')) === null;
}

export type BranchPermissions = Record<'push' | 'remove' | 'merge', boolean>;

/** The three answers above for many requests, in their order. The rules of each project are read once. */
export async function branchPermissionsOf(
  ctx: Context,
  requests: readonly MergeRequestAccess[],
): Promise<BranchPermissions[]> {
  const accesses = new Map(requests.map(({ access }) => [access.project.id, access]));
  const sourceIds = requests.flatMap(({ row }) => row.source_project_id ?? []);
  const forks = await findProjectAccesses(
    ctx,
    sourceIds.filter((id) => !accesses.has(id)),
  );
  for (const [id, access] of forks) accesses.set(id, access);
  const loaded = [...accesses].map(async ([id, access]) => [id, await loadBranchRights(ctx, access)] as const);
  const rights = new Map(await Promise.all(loaded));
  return requests.map(({ row, access }) => {
    const source = rights.get(row.source_project_id ?? 0);
    const target = rights.get(row.target_project_id);
    const may = (change: 'push' | 'delete') => source?.refusal(row.source_branch, change) === null;
    const merge = readsAsPerson(ctx, access) && target?.refusal(row.target_branch, 'merge') === null;
    return { push: may('push'), remove: may('delete'), merge };
  });
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
