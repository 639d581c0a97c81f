import { z } from 'zod';
import { restJob } from '@tributary/contract/ci/job-rest.ts';
import { restPipeline } from '@tributary/contract/ci/pipeline-rest.ts';
import {
  cancelJobInput,
  jobParams,
  playJobInput,
  restVariable,
  retryJobInput,
  runPipelineInput,
} from '@tributary/contract/ci/run-pipeline.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { cancelJob, playJob, retryJob } from '../operations/change-job.ts';
import { runPipeline } from '../operations/run-pipeline.ts';
import { toRestPipelineVariable } from '../render/to-rest-variable.ts';
import { pipelineVariables } from '../variables/pipeline-variables.ts';
import { answerJob, answerPipeline } from './answer-changed.ts';
import { asPipelineVariables } from './requested-variables.ts';
import { inPipeline } from './subjects.ts';

const tag = 'Jobs';
const job = '/projects/:id/jobs/:job_id';

/** Starting and stopping what runs. */
export const runRoutes: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/pipeline',
    ability: 'update_pipeline',
    summary: 'Run a pipeline on a branch or tag',
    tag: 'Pipelines',
    input: runPipelineInput,
    subject: inRepository,
    response: restPipeline,
    handle: async ({ ctx, subject, input: { ref, variables, inputs } }) => {
      const asked = { projectId: subject.project.id, ref, variables: asPipelineVariables(variables), inputs };
      return answerPipeline(ctx, subject, await runPipeline(ctx, { ...asked, source: 'api' }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/variables',
    ability: 'read_pipeline_variables',
    summary: 'List the variables that a pipeline was started with',
    tag: 'Pipelines',
    subject: inPipeline,
    response: z.array(restVariable),
    handle: async ({ ctx, subject: { pipeline } }) =>
      (await pipelineVariables(ctx, pipeline.id)).map(toRestPipelineVariable),
  }),
  defineRoute({
    method: 'POST',
    path: `${job}/play`,
    ability: 'update_pipeline',
    summary: 'Start a manual or delayed job',
    tag,
    params: jobParams,
    input: playJobInput,
    subject: inRepository,
    response: restJob,
    status: 200,
    handle: async ({ ctx, subject, params: { job_id: jobId }, input }) => {
      const { job_variables_attributes: variables = [], job_inputs: inputs } = input;
      return answerJob(ctx, subject, await playJob(ctx, { projectId: subject.project.id, jobId, variables, inputs }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${job}/retry`,
    ability: 'update_pipeline',
    summary: 'Run a finished job again',
    tag,
    params: jobParams,
    input: retryJobInput,
    subject: inRepository,
    response: restJob,
    handle: async ({ ctx, subject, params: { job_id: jobId }, input: { job_inputs: inputs } }) =>
      answerJob(ctx, subject, await retryJob(ctx, { projectId: subject.project.id, jobId, inputs })),
  }),
  defineRoute({
    method: 'POST',
    path: `${job}/cancel`,
    ability: 'update_pipeline',
    summary: 'Cancel a job',
    tag,
    params: jobParams,
    input: cancelJobInput,
    subject: inRepository,
    response: restJob,
    handle: async ({ ctx, subject, params: { job_id: jobId }, input: { force } }) =>
      answerJob(ctx, subject, await cancelJob(ctx, { projectId: subject.project.id, jobId, force })),
  }),
];
