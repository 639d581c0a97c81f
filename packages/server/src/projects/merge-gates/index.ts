import type { Extension } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { listProjectsBelow, lockGates, lockGroupGates, shareGates } from './gate-store.ts';

export { publishToGroupProjects } from './publish-to-projects.ts';

type MergesUnderWay = (ctx: Context, projectIds: readonly number[]) => Promise<boolean>;

/** Which kind of project-wide input of gates changes. */
export type GateCause = 'settings' | 'protection' | 'approval_settings' | 'approval_rules';
type OnGatesChanged = (ctx: Context, projectIds: readonly number[], cause: GateCause) => Promise<void>;

const lookouts: MergesUnderWay[] = [];
const followers: OnGatesChanged[] = [];

/** Tells of merges that passed their gates and whose branch may move at any moment. */
export function defineMergesUnderWay(lookout: MergesUnderWay): Extension {
  return () => {
    lookouts.push(lookout);
  };
}

/** `follow` runs in the transaction of each change of what gates depend on. */
export function onGatesChanged(follow: OnGatesChanged): Extension {
  return () => {
    followers.push(follow);
  };
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
export async function changeGates(ctx: Context, projectId: number, cause: GateCause = 'settings'): Promise<void> {
  await lockGates(ctx.db, projectId);
  await follow(ctx, [projectId], cause);
}

/** The same for all projects below a group, which are read once no merge can pass its gates. */
export async function changeGroupGates(ctx: Context, groupId: number, cause: GateCause): Promise<void> {
  await lockGroupGates(ctx.db, groupId);
  const projectIds = await listProjectsBelow(ctx.db, groupId);
  if (projectIds.length > 0) await follow(ctx, projectIds, cause);
}

async function follow(ctx: Context, projectIds: readonly number[], cause: GateCause): Promise<void> {
  for (const isUnderWay of lookouts) if (await isUnderWay(ctx, projectIds)) throw new AppError('project_merging');
  for (const each of followers) await each(ctx, projectIds, cause);
}
