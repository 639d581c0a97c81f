import type { StageAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { jobsOfPipeline, secondsOf } from '../reads/jobs.ts';
import { toPageJob } from '../render/to-page-pipeline.ts';

/** The jobs of a pipeline, or of one of its stages, by stage and in their order. */
export async function answerStages(
  ctx: Context,
  access: ProjectAccess,
  pipelineId: number,
  options: { stage?: string; includesRetried?: boolean } = {},
): Promise<StageAnswer[]> {
  const jobs = await jobsOfPipeline(ctx, pipelineId, options);
  const now = ctx.clock.now();
  const mayUpdate = isAllowed(ctx.actor, 'update_pipeline', featureOf(access, 'repository'));
  return [...Map.groupBy(jobs, (job) => job.stage)].map(([name, some]) => ({
    name,
    latest_statuses: some.map((job) =>
      toPageJob(access.project.full_path, job, { duration: secondsOf(job, now), mayUpdate }),
    ),
  }));
}
