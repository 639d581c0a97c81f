import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { updateProjectRow } from '../project-store.ts';
import { removeProjectJob } from '../remove-project.ts';

/** Hides the project at once; a job removes repository and rows. */
export const deleteProject = defineOperation<{ projectId: number }, ProjectAccess, void>({
  name: 'project.delete',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, { policy }) => can(ctx.actor, 'change_project_lifecycle', policy),
  run: async (ctx, { project }) => {
    if (project.deleting_since === null) {
      await updateProjectRow(ctx.db, project.id, { deleting_since: ctx.clock.now() });
      await emit(ctx, 'project.deleted', { projectId: project.id, fullPath: project.full_path });
      await publish(ctx, `project:${project.id}`, 'access_changed', { id: project.id });
      await audit(ctx, 'project.deleted', { type: 'project', id: project.id }, { full_path: project.full_path });
    }
    await addJob(ctx, removeProjectJob, { projectId: project.id }, { key: `remove-project:${project.id}` });
  },
});
