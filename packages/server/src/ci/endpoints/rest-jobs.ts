import { z } from 'zod';
import {
  listJobsInput,
  listPipelineJobsInput,
  restAllowedAgents,
  restBridge,
  restJob,
} from '@tributary/contract/ci/job-rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, inRepository, type ProjectAccess } from '../../projects/index.ts';
import { allowedAgents } from '../reads/allowed-agents.ts';
import { findStagedJob, listJobs } from '../reads/jobs.ts';
import { toRestBridge, toRestJob } from '../render/to-rest-job.ts';
import type { JobFilter } from '../store/list-jobs-store.ts';
import { answerJobs } from './answer-jobs.ts';
import { inPipeline } from './subjects.ts';

const tag = 'Jobs';
type Paging = { page: number; per_page: number };

/** Jobs that run here. What other systems report is listed with the commit: see the statuses of a commit. */
async function answerList<T>(
  ctx: Context,
  access: ProjectAccess,
  filter: JobFilter,
  { page, per_page: perPage }: Paging,
  render: Parameters<typeof answerJobs<T>>[3],
): Promise<PagedAnswer> {
  const found = await listJobs(ctx, filter, { page, perPage });
  return new PagedAnswer({ ...found, items: await answerJobs(ctx, access, found.items, render) });
}

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/jobs',
  ability: 'read_pipeline',
  summary: 'List the jobs of a project',
  tag,
  input: listJobsInput,
  subject: inRepository,
  response: z.array(restJob),
  handle: ({ ctx, subject, input }) => {
    const { scope: statuses, ref } = input;
    const filter = { projectId: subject.project.id, kinds: ['build'], statuses, ref, includesRetried: true } as const;
    return answerList(ctx, subject, filter, input, toRestJob);
  },
});

/** The job whose token asks. */
async function ownJob(ctx: Context) {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.credential.kind !== 'job_token')
    throw new AppError('not_found', { resource: 'Job' });
  const access = await getProjectAccess(ctx, actor.credential.projectId);
  const job = await findStagedJob(ctx, access.project.id, actor.credential.jobId);
  if (!job) throw new AppError('not_found', { resource: 'Job' });
  return { access, job, user: { id: actor.id, username: actor.username } };
}

const own = defineRoute({
  method: 'GET',
  path: '/job',
  ability: 'read_own_job',
  summary: 'Get the job that a job token belongs to',
  tag,
  response: restJob,
  handle: async ({ ctx }) => {
    const { access, job } = await ownJob(ctx);
    const [answer] = await answerJobs(ctx, access, [job], toRestJob);
    if (!answer) throw new AppError('not_found', { resource: 'Job' });
    return answer;
  },
});

const agents = defineRoute({
  method: 'GET',
  path: '/job/allowed_agents',
  ability: 'read_own_job',
  summary: 'List the cluster agents that a job may use: none',
  tag,
  response: restAllowedAgents,
  handle: async ({ ctx }) => {
    const { access, job, user } = await ownJob(ctx);
    return allowedAgents(ctx, access, { job, user });
  },
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id',
  ability: 'read_pipeline',
  summary: 'Get a job',
  tag,
  params: z.object({ job_id: idInput }),
  subject: inRepository,
  response: restJob,
  handle: async ({ ctx, subject, params }) => {
    const job = await findStagedJob(ctx, subject.project.id, params.job_id);
    const [answer] = job?.kind === 'build' ? await answerJobs(ctx, subject, [job], toRestJob) : [];
    if (!answer) throw new AppError('not_found', { resource: 'Job' });
    return answer;
  },
});

const ofPipeline = defineRoute({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/jobs',
  ability: 'read_pipeline',
  summary: 'List the jobs of a pipeline',
  tag,
  input: listPipelineJobsInput,
  subject: inPipeline,
  response: z.array(restJob),
  handle: ({ ctx, subject: { pipeline, access }, input }) => {
    const { scope: statuses, include_retried: includesRetried } = input;
    const filter = { pipelineIds: [pipeline.id], kinds: ['build'], statuses, includesRetried } as const;
    return answerList(ctx, access, filter, input, toRestJob);
  },
});

/** The second name is the newer one. */
const bridges = (['bridges', 'trigger_jobs'] as const).map((name) =>
  defineRoute({
    method: 'GET',
    path: `/projects/:id/pipelines/:pipeline_id/${name}`,
    ability: 'read_pipeline',
    summary: 'List the jobs of a pipeline that start other pipelines',
    tag,
    input: listPipelineJobsInput.omit({ include_retried: true }),
    subject: inPipeline,
    response: z.array(restBridge),
    handle: ({ ctx, subject: { pipeline, access }, input }) => {
      const { scope: statuses } = input;
      const filter = { pipelineIds: [pipeline.id], kinds: ['bridge'], statuses, includesRetried: false } as const;
      return answerList(ctx, access, filter, input, toRestBridge);
    },
  }),
);

export const jobRoutes: Route[] = [own, agents, list, show, ofPipeline, ...bridges];
