import type { Extension, Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { endBotsOf } from '../access-tokens/end-bots.ts';
import { removeStoredAvatar } from '../avatars/operations/change-avatar.ts';
import { removeProject } from '../lifecycle/remove-project.ts';
import { deleteNamespaceRow, namespaceById, stuckGroups, treeContents } from './namespace-store.ts';

type RemovalHook = (ctx: Context, groupId: number) => Promise<void>;

const hooks: RemovalHook[] = [];

/** What has to go before the rows of a group do (stored files); may run again after a crash. */
export function onGroupRemoval(hook: RemovalHook): Extension {
  return () => {
    hooks.push(hook);
  };
}

/** Removes what deleteGroup marked. Every step can be repeated, so a killed run is simply run again. */
export async function removeGroup(ctx: Context, groupId: number): Promise<void> {
  const group = await namespaceById(ctx.db, groupId);
  if (!group || group.deleting_since === null) return;
  const { projectIds, namespaceIds } = await treeContents(ctx.db, groupId);
  for (const projectId of projectIds) {
    await removeProject(ctx, projectId);
    failpoint('group.project_removed');
  }
  for (const id of namespaceIds) {
    await endBotsOf(ctx, { kind: 'group', id });
    for (const hook of hooks) await hook(ctx, id);
    const row = await namespaceById(ctx.db, id);
    await removeStoredAvatar(ctx, { kind: 'group', id }, row?.avatar_name ?? null);
    await deleteNamespaceRow(ctx.db, id);
  }
}

export const removeGroupJob = defineJob<{ groupId: number }>({
  name: 'remove-group',
  run: (ctx, { groupId }) => removeGroup(ctx, groupId),
});

const PATIENCE_MS = 10 * 60_000;

/** Starts removals again that were given up. */
export const recoverGroupRemovalsJob = defineJob<Record<string, never>>({
  name: 'recover-group-removals',
  run: async (ctx) => {
    const groupIds = await stuckGroups(ctx.db, new Date(ctx.clock.now().getTime() - PATIENCE_MS));
    for (const groupId of groupIds) await addJob(ctx, removeGroupJob, { groupId }, { key: `remove-group:${groupId}` });
  },
});

export const namespacesRemoveGroup: Extensions = [
  registerJob(removeGroupJob),
  registerJob(recoverGroupRemovalsJob),
  scheduleJob('*/10 * * * *', recoverGroupRemovalsJob),
];
