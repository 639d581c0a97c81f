import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { refuse } from '@tributary/contract/errors/app-error.ts';
import {
  type DeletionInput,
  deletionRefusal,
  isRestored,
  waitsForDeletion,
} from '../../access/deletion-confirmation.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { releasedPath } from '../../access/released-path.ts';
import { lockProject, type ProjectRow, updateProjectRow } from '../project-store.ts';
import { removeProjectJob } from '../remove-project.ts';

export type DeleteProjectInput = DeletionInput & { projectId: number };

/**
 * Marks the project for deletion, which makes it read-only until it is restored or the period of the instance is over.
 * Without a period, or at its end, hides it at once and frees its name; a job removes repository and rows.
 */
export const deleteProject = defineOperation<DeleteProjectInput, ProjectAccess, void>({
  name: 'project.delete',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: async (ctx, { project, policy }, input) =>
    can(ctx.actor, 'change_project_lifecycle', policy) ?? (await deletionRefusal(ctx, project, input)),
  run: async (ctx, { project: { id } }, input) => {
    const project = await lockProject(ctx.db, id);
    if (!project || project.deleting_since !== null || isRestored(project, input)) return;
    if (await waitsForDeletion(ctx, input)) await markForDeletion(ctx, project);
    else await hideAndRemove(ctx, project);
  },
});

async function markForDeletion(ctx: Context, project: ProjectRow): Promise<void> {
  if (project.marked_for_deletion_at !== null) return;
  await updateProjectRow(ctx.db, project.id, { marked_for_deletion_at: ctx.clock.now() });
  await changed(ctx, project.id, 'project.marked_for_deletion');
}

async function changed(ctx: Context, id: number, action: AuditAction): Promise<void> {
  await emit(ctx, 'project.updated', { projectId: id, changed: ['marked_for_deletion_at'] });
  await publish(ctx, `project:${id}`, 'changed', { id });
  await audit(ctx, action, { type: 'project', id });
}

async function hideAndRemove(ctx: Context, project: ProjectRow): Promise<void> {
  const { id } = project;
  const path = releasedPath(project);
  const fullPath = `${project.full_path.slice(0, project.full_path.length - project.path.length)}${path}`;
  await updateProjectRow(ctx.db, id, { deleting_since: ctx.clock.now(), path, full_path: fullPath });
  await emit(ctx, 'project.deleted', {
    projectId: id,
    fullPath: project.full_path,
    project: {
      name: project.name,
      visibility: project.visibility,
      namespaceId: project.namespace_id,
      createdAt: project.created_at.toISOString(),
    },
  });
  await publish(ctx, `project:${id}`, 'access_changed', { id });
  await audit(ctx, 'project.deleted', { type: 'project', id }, { full_path: project.full_path });
  await addJob(ctx, removeProjectJob, { projectId: id }, { key: `remove-project:${id}` });
}

/** Takes the mark away again. A group above that waits for its deletion is restored by itself. */
export const restoreProject = defineOperation<{ projectId: number }, ProjectAccess, void>({
  name: 'project.restore',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, { project, policy }) =>
    can(ctx.actor, 'change_project_lifecycle', policy) ??
    (project.marked_for_deletion_at === null ? refuse('not_marked_for_deletion') : null),
  run: async (ctx, { project: { id } }) => {
    const project = await lockProject(ctx.db, id);
    if (!project || project.marked_for_deletion_at === null || project.deleting_since !== null) return;
    await updateProjectRow(ctx.db, id, { marked_for_deletion_at: null });
    await changed(ctx, id, 'project.restored');
  },
});
