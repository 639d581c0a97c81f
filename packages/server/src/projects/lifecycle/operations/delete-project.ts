import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { type DeletionConfirmation, wrongPath } from '../../access/deletion-confirmation.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { releasedPath } from '../../access/released-path.ts';
import { lockProject, updateProjectRow } from '../project-store.ts';
import { removeProjectJob } from '../remove-project.ts';

export type DeleteProjectInput = DeletionConfirmation & { projectId: number };

/** Hides the project at once and frees its name; a job removes repository and rows. */
export const deleteProject = defineOperation<DeleteProjectInput, ProjectAccess, void>({
  name: 'project.delete',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, { project, policy }, input) =>
    can(ctx.actor, 'change_project_lifecycle', policy) ?? wrongPath(input, project.full_path),
  run: async (ctx, { project: { id } }) => {
    const project = await lockProject(ctx.db, id);
    if (!project || project.deleting_since !== null) return;
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
  },
});
