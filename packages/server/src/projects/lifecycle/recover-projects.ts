import type { Extensions } from '../../platform/extensions.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { prepareRepositoryJob } from './prepare-repository.ts';
import { stuckProjects } from './project-store.ts';
import { removeProjectJob } from './remove-project.ts';

const PATIENCE_MS = 10 * 60_000;

/** Starts again what was given up: projects without a repository, and projects that should be gone. */
export const recoverProjectsJob = defineJob<Record<string, never>>({
  name: 'recover-projects',
  run: async (ctx) => {
    const before = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
    const { creating, removing } = await stuckProjects(ctx.db, before);
    for (const projectId of creating) {
      await addJob(
        ctx,
        prepareRepositoryJob,
        { projectId, withReadme: false },
        { key: `prepare-repository:${projectId}` },
      );
    }
    for (const projectId of removing) {
      await addJob(ctx, removeProjectJob, { projectId }, { key: `remove-project:${projectId}` });
    }
  },
});

export const lifecycleRecoverProjects: Extensions = [
  registerJob(recoverProjectsJob),
  scheduleJob('*/10 * * * *', recoverProjectsJob),
];
