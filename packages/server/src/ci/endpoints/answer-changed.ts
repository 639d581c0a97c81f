import type { RestBridge, RestJob } from '@tributary/contract/ci/job-rest.ts';
import type { RestPipeline } from '@tributary/contract/ci/pipeline-rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { RESOURCE } from '../pipeline-access.ts';
import { findStagedJob } from '../reads/jobs.ts';
import { viewPipelines } from '../reads/pipelines.ts';
import { toRestBridge, toRestJob } from '../render/to-rest-job.ts';
import { toRestPipeline } from '../render/to-rest-pipeline.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import { answerJobs, homeOf } from './answer-jobs.ts';

/** A pipeline as the REST endpoint answers it. */
export async function answerPipeline(ctx: Context, access: ProjectAccess, row: PipelineRow): Promise<RestPipeline> {
  const [view] = await viewPipelines(ctx, [row]);
  if (!view) throw new AppError('not_found', { resource: RESOURCE });
  return toRestPipeline(homeOf(ctx, access), view);
}

/** A job as it is after a change, with the name of its stage. */
export async function changedJob(ctx: Context, access: ProjectAccess, { id }: { id: number }): Promise<StagedJob> {
  const job = await findStagedJob(ctx, access.project.id, id);
  if (!job) throw new AppError('not_found', { resource: 'Job' });
  return job;
}

export async function answerJob(
  ctx: Context,
  access: ProjectAccess,
  changed: { id: number },
): Promise<RestJob | RestBridge> {
  const job = await changedJob(ctx, access, changed);
  const [answer] =
    job.kind === 'bridge'
      ? await answerJobs<RestJob | RestBridge>(ctx, access, [job], toRestBridge)
      : await answerJobs<RestJob | RestBridge>(ctx, access, [job], toRestJob);
  if (!answer) throw new AppError('not_found', { resource: 'Job' });
  return answer;
}
