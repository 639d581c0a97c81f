import type { Extensions } from '../../../platform/extensions.ts';
import {
  cleanQuarantine,
  maintainRepository,
  removeStaleLocks,
  removeStaleScratch,
  repositoryExists,
  repositorySize,
} from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { withRepositoryLock } from '../../../platform/db/repository-lock.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { projectById } from '../../../projects/index.ts';
import { listReadyProjectIds, listDueMaintenance, recordMaintenance } from '../../store/maintenance-store.ts';

export type Maintenance = { projectId: number; mode: 'quick' | 'full' };

const AT_ONCE = 20;
const HOUR_MS = 3_600_000;
const SWEEP_BATCH = 500;

/** Packs one repository and refreshes its size. Only one process at a time works on it; the others leave it be. */
export const maintainRepositoryJob = defineJob<Maintenance>({
  name: 'maintain-repository',
  run: maintain,
});

async function maintain(ctx: Context, { projectId, mode }: Maintenance): Promise<void> {
  const project = await projectById(ctx.db, projectId);
  const repo = ctx.repositories.directory(projectId);
  if (project?.repository_state !== 'ready' || !(await repositoryExists(repo)) || ctx.db.isTransaction) return;
  await withRepositoryLock(ctx.db, projectId, async () => {
    await removeLeftovers(ctx, projectId, repo);
    const report = await maintainRepository(repo, { mode });
    const problems = report.steps.filter((step) => step.problem !== null);
    if (problems.length > 0) ctx.log.warn({ projectId, problems }, 'upkeep of a repository is incomplete');
    await recordMaintenance(ctx.db, { projectId, mode, sizeBytes: await repositorySize(repo) });
  });
}

/** What pushes left whose git was killed. An hour is longer than any ref is locked; a push itself may take that long. */
async function removeLeftovers(ctx: Context, projectId: number, repo: string): Promise<void> {
  const locks = await removeStaleLocks(repo, HOUR_MS);
  const quarantines = await cleanQuarantine(repo, HOUR_MS);
  if (locks.length + quarantines > 0)
    ctx.log.warn({ projectId, locks, quarantines }, 'removed leftovers of killed pushes');
}

/** Every few minutes: repositories that were written enough since they were last packed, one after the other. */
export const planMaintenanceJob = defineJob<Record<string, never>>({
  name: 'plan-upkeep',
  run: async (ctx) => {
    for (const due of await listDueMaintenance(ctx.db, AT_ONCE)) {
      await addJob(ctx, maintainRepositoryJob, due, { key: `maintain-repository:${due.projectId}`, queue: 'upkeep' });
    }
  },
});

/** Every hour, everywhere: leftovers also lie where nothing was pushed since. */
export const sweepRepositoriesJob = defineJob<Record<string, never>>({
  name: 'sweep-repositories',
  run: async (ctx) => {
    const scratch = await removeStaleScratch(HOUR_MS);
    if (scratch > 0) ctx.log.warn({ scratch }, 'removed temporary object folders of processes that were killed');
    let after = 0;
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      for (const projectId of ids) {
        const repo = ctx.repositories.directory(projectId);
        if (await repositoryExists(repo)) await removeLeftovers(ctx, projectId, repo);
        after = projectId;
      }
    }

    function next(): Promise<number[]> {
      return listReadyProjectIds(ctx.db, after, SWEEP_BATCH);
    }
  },
});

export const maintenanceMaintainRepositories: Extensions = [
  registerJob(maintainRepositoryJob),
  registerJob(planMaintenanceJob),
  scheduleJob('*/5 * * * *', planMaintenanceJob),
  registerJob(sweepRepositoriesJob),
  scheduleJob('17 * * * *', sweepRepositoriesJob),
];
