import type { StageAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { mayRunJobs } from '../operations/run-refusal.ts';
import { jobsOfPipeline, secondsOf } from '../reads/jobs.ts';
import { toPageJob } from '../render/to-page-pipeline.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';

/** The jobs of a pipeline, or of one of its stages, by stage and in their order. */
export async function answerStages(
  ctx: Context,
  access: ProjectAccess,
  pipeline: Pick<PipelineRow, 'id' | 'ref' | 'is_tag'>,
  options: { stage?: string; includesRetried?: boolean } = {},
): Promise<StageAnswer[]> {
  const jobs = await jobsOfPipeline(ctx, pipeline.id, options);
  const now = ctx.clock.now();
  const mayUpdate = await mayRunJobs(ctx, access, { ref: pipeline.ref, isTag: pipeline.is_tag });
  return [...Map.groupBy(jobs, (job) => job.stage)].map(([name, some]) => ({
    name,
    latest_statuses: some.map((job) =>
      toPageJob(access.project.full_path, job, { duration: secondsOf(job, now), mayUpdate }),
    ),
  }));
}
