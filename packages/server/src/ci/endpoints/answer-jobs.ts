import type { Context } from '../../platform/context.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { restCommitOf } from '../../repositories/index.ts';
import { type JobView, queuedSecondsOf, secondsOf, viewJobs } from '../reads/jobs.ts';
import { type JobFacts } from '../render/to-rest-job.ts';
import type { ProjectHome } from '../render/to-rest-pipeline.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';

export const homeOf = (ctx: Context, access: ProjectAccess): ProjectHome => ({
  origin: ctx.config.url,
  fullPath: access.project.full_path,
});

function factsOf(ctx: Context, { origin, fullPath }: ProjectHome, { job, commit }: JobView): JobFacts {
  const now = ctx.clock.now();
  return {
    commit: commit ? restCommitOf({ origin, path: fullPath }, commit) : null,
    duration: secondsOf(job, now),
    queued: queuedSecondsOf(job, now),
  };
}

/** Jobs as the REST endpoint answers them. */
export async function answerJobs<T>(
  ctx: Context,
  access: ProjectAccess,
  jobs: readonly StagedJob[],
  render: (home: ProjectHome, view: JobView, facts: JobFacts) => T,
): Promise<T[]> {
  const home = homeOf(ctx, access);
  return (await viewJobs(ctx, access, jobs)).map((view) => render(home, view, factsOf(ctx, home, view)));
}
