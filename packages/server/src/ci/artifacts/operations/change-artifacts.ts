import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { findJob, type JobRow } from '../../store/job-store.ts';
import { deleteArtifacts, deleteProjectArtifacts, listArtifacts, setArtifactsExpiry } from '../store/artifact-store.ts';

type Which = { projectId: number; jobId: number };
type Loaded = { access: ProjectAccess; job: JobRow };

async function load(ctx: Context, { projectId, jobId }: Which): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  const job = await findJob(ctx.db, jobId);
  if (!job || job.project_id !== access.project.id) throw new AppError('not_found', { resource: 'Job' });
  return { access, job };
}

/** The files of a job stay for good. */
export const keepArtifacts = defineOperation<Which, Loaded, JobRow>({
  name: 'artifacts.keep',
  load,
  check: async (ctx, { access, job }) =>
    can(ctx.actor, 'keep_artifacts', featureOf(access, 'repository')) ??
    ((await listArtifacts(ctx.db, [job.id])).length > 0 ? null : refuse('not_found', { resource: 'Artifacts' })),
  run: async (ctx, { job }) => {
    await setArtifactsExpiry(ctx.db, job.id, null);
    return job;
  },
});

/** Answers how many files there were. */
export const removeArtifacts = defineOperation<Which, Loaded, number>({
  name: 'artifacts.delete',
  load,
  check: (ctx, { access }) => can(ctx.actor, 'delete_artifacts', featureOf(access, 'repository')),
  run: async (ctx, { job }) => {
    const found = await listArtifacts(ctx.db, [job.id]);
    await deleteArtifacts(ctx.db, job.id);
    await audit(ctx, 'artifacts.deleted', { type: 'job', id: job.id }, { project_id: job.project_id });
    return found.length;
  },
});

/** All files of jobs of a project that have ended. */
export const removeProjectArtifacts = defineOperation<{ projectId: number }, ProjectAccess, void>({
  name: 'artifacts.delete_all',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access) => can(ctx.actor, 'delete_artifacts', featureOf(access, 'repository')),
  run: async (ctx, { project }) => {
    await deleteProjectArtifacts(ctx.db, project.id);
    await audit(ctx, 'artifacts.deleted', { type: 'project', id: project.id });
  },
});
