import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { changeGates } from '../../merge-gates/index.ts';
import { updateProjectRow } from '../project-store.ts';

export type ArchiveProjectInput = { projectId: number; archived: boolean };

/** An archived project is read-only on every interface; bringing it back is the one change left. */
export const archiveProject = defineOperation<ArchiveProjectInput, ProjectAccess, void>({
  name: 'project.archive',
  waitsForMerges: true,
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, { policy }) => can(ctx.actor, 'change_project_lifecycle', policy),
  run: async (ctx, { project }, { archived }) => {
    if ((project.archived_at !== null) === archived) return;
    await changeGates(ctx, project.id, 'settings');
    await updateProjectRow(ctx.db, project.id, { archived_at: archived ? ctx.clock.now() : null });
    await emit(ctx, archived ? 'project.archived' : 'project.unarchived', { projectId: project.id });
    await publish(ctx, `project:${project.id}`, 'changed', { id: project.id });
    await audit(ctx, archived ? 'project.archived' : 'project.unarchived', { type: 'project', id: project.id });
  },
});
