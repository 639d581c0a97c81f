import type { Extension, Extensions } from '../../platform/extensions.ts';
import { deleteRepository } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { defineJob, registerJob } from '../../platform/jobs.ts';
import { removeStoredAvatar } from '../avatars/operations/change-avatar.ts';
import { deleteProjectRow, projectById } from './project-store.ts';

type RemovalHook = (ctx: Context, projectId: number) => Promise<void>;

const hooks: RemovalHook[] = [];

/** What has to go before the repository and the rows do (stored files, shared objects); may run again after a crash. */
export function onProjectRemoval(hook: RemovalHook): Extension {
  return () => {
    hooks.push(hook);
  };
}

/** Removes a project that was marked: repository first, then the rows, which everything else hangs on. Repeatable. */
export async function removeProject(ctx: Context, projectId: number): Promise<void> {
  const project = await projectById(ctx.db, projectId);
  if (!project || project.deleting_since === null) return;
  for (const hook of hooks) await hook(ctx, projectId);
  await removeStoredAvatar(ctx, { kind: 'project', id: projectId }, project.avatar_name);
  await deleteRepository(ctx.repositories.directory(projectId));
  failpoint('project.repository_removed');
  await deleteProjectRow(ctx.db, projectId);
}

export const removeProjectJob = defineJob<{ projectId: number }>({
  name: 'remove-project',
  run: (ctx, { projectId }) => removeProject(ctx, projectId),
});

export const lifecycleRemoveProject: Extensions = [registerJob(removeProjectJob)];
