import { playJobInput, runPipelineInput } from '@tributary/contract/ci/run-pipeline.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { cancelJob, playJob, retryJob, unscheduleJob, type WhichJob } from '../operations/change-job.ts';
import { runPipeline } from '../operations/run-pipeline.ts';
import { retryPipeline } from '../operations/change-pipeline.ts';
import { clearCaches } from '../runners/operations/clear-caches.ts';
import { viewPagePipelines } from '../reads/page-pipelines.ts';
import { secondsOf } from '../reads/jobs.ts';
import { toPageJob, toPagePipeline } from '../render/to-page-pipeline.ts';
import { changedJob } from './answer-changed.ts';
import { asPipelineVariables } from './requested-variables.ts';
import { onPipelinePage } from './subjects.ts';

const response = z.looseObject({});

async function answerPageJob(ctx: Context, access: ProjectAccess, changed: { id: number }) {
  const job = await changedJob(ctx, access, changed);
  return toPageJob(access.project.full_path, job, { duration: secondsOf(job, ctx.clock.now()), mayUpdate: true });
}

type Given = { job_variables_attributes?: { key: string; value: string }[] | undefined };
type Act = {
  name: string;
  summary: string;
  /** Those that start a job may give it variables. */
  input: z.ZodObject & z.ZodType<Given>;
  run: (ctx: Context, which: WhichJob & { variables?: { key: string; value: string }[] }) => Promise<{ id: number }>;
};
const noInput = z.strictObject({});
const ACTS: readonly Act[] = [
  { name: 'play', summary: 'Start a manual or delayed job from its page', input: playJobInput, run: playJob },
  { name: 'retry', summary: 'Run a finished job again from its page', input: playJobInput, run: retryJob },
  { name: 'cancel', summary: 'Cancel a job from its page', input: noInput, run: cancelJob },
  { name: 'unschedule', summary: 'Let a delayed job wait until it is started', input: noInput, run: unscheduleJob },
];

const jobActions = ACTS.map(({ name, summary, input, run }) =>
  defineRoute({
    method: 'POST',
    path: `/jobs/:job_id/${name}`,
    ability: 'update_pipeline',
    summary,
    tag: 'Jobs',
    params: z.object({ job_id: idInput }),
    input,
    subject: inRepository,
    response,
    status: 200,
    handle: async ({ ctx, subject, params: { job_id: jobId }, input: { job_variables_attributes: variables } }) =>
      answerPageJob(
        ctx,
        subject,
        await run(ctx, { projectId: subject.project.id, jobId, ...(variables && { variables }) }),
      ),
  }),
);

const run = defineRoute({
  method: 'POST',
  path: '/pipelines/run',
  ability: 'update_pipeline',
  summary: 'Run a pipeline on a branch or tag from its page',
  tag: 'Pipelines',
  input: runPipelineInput,
  subject: inRepository,
  response,
  handle: async ({ ctx, subject, input: { ref, variables, inputs } }) => {
    const asked = { projectId: subject.project.id, ref, variables: asPipelineVariables(variables), inputs };
    const { id } = await runPipeline(ctx, { ...asked, source: 'web' });
    return { id };
  },
});

const retry = defineRoute({
  method: 'POST',
  path: '/pipelines/:pipeline/retry',
  ability: 'update_pipeline',
  summary: 'Retry the failed jobs of a pipeline from its page',
  tag: 'Pipelines',
  subject: onPipelinePage,
  response,
  status: 200,
  handle: async ({ ctx, subject: { access, pipeline } }) => {
    const row = await retryPipeline(ctx, { projectId: access.project.id, pipelineId: pipeline.id });
    const [view] = await viewPagePipelines(ctx, access, [row]);
    return view && toPagePipeline(view);
  },
});

const resetCache = defineRoute({
  method: 'POST',
  path: '/settings/ci_cd/reset_cache',
  ability: 'update_project',
  summary: 'Let the jobs of a project begin with empty caches',
  tag: 'Pipelines',
  subject: inRepository,
  handle: ({ ctx, subject }) => clearCaches(ctx, { projectId: subject.project.id }),
});

export const pageActionRoutes: readonly ScopedRoute[] = [run, ...jobActions, retry, resetCache].map((route) =>
  defineScopedRoute('project', route),
);
