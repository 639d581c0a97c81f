import { defineOperation } from '../../../platform/operation.ts';
import { addJob } from '../../../platform/jobs.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess, repositoryOf } from '../../../projects/index.ts';
import { maintainRepositoryJob } from '../jobs/maintain-repositories.ts';

/** Packs the repository of a project as soon as a worker is free; asked for twice meanwhile, it is done once. */
export const requestHousekeeping = defineOperation<{ projectId: number }, ProjectAccess, void>({
  name: 'project.housekeeping',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'update_project', access.policy),
  run: async (ctx, access) => {
    repositoryOf(ctx, access);
    const projectId = access.project.id;
    const key = `maintain-repository:${projectId}`;
    await addJob(ctx, maintainRepositoryJob, { projectId, mode: 'full' }, { key, queue: 'upkeep' });
  },
});
