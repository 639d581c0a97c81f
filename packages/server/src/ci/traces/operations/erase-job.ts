import { isFinished } from '@tributary/contract/ci/status.ts';
import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { deleteArtifacts } from '../../artifacts/store/artifact-store.ts';
import { findJob, type JobRow, updateJob } from '../../store/job-store.ts';
import { deleteTrace } from '../store/trace-store.ts';

/** Removes the log and the files of a job that has ended. Developers erase jobs of their own, maintainers all. */
export const eraseJob = defineOperation<
  { projectId: number; jobId: number },
  { access: ProjectAccess; job: JobRow },
  JobRow
>({
  name: 'job.erase',
  load: async (ctx, { projectId, jobId }) => {
    const access = await getProjectAccess(ctx, projectId);
    const job = await findJob(ctx.db, jobId);
    if (!job || job.project_id !== access.project.id) throw new AppError('not_found', { resource: 'Job' });
    return { access, job };
  },
  check: (ctx, { access, job }) =>
    can(ctx.actor, 'erase_job', featureOf(access, 'repository')) ??
    (job.user_id === actorId(ctx.actor) ? null : can(ctx.actor, 'delete_artifacts', featureOf(access, 'repository'))) ??
    (isFinished(job.status) && job.kind === 'build' && job.erased_at === null ? null : refuse('job_not_erasable')),
  run: async (ctx, { job }) => {
    await deleteTrace(ctx.db, job.id);
    await deleteArtifacts(ctx.db, job.id);
    const erased = { erased_at: ctx.clock.now(), erased_by_id: actorId(ctx.actor) ?? null };
    const updated = await updateJob(ctx.db, job, { ...erased, artifacts_expire_at: null });
    await audit(ctx, 'job.erased', { type: 'job', id: job.id }, { project_id: job.project_id });
    return updated ?? job;
  },
});
