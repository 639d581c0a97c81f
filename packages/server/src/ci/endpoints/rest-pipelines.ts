import { z } from 'zod';
import {
  latestPipelineInput,
  listPipelinesInput,
  type ListPipelinesInput,
  pipelineNameInput,
  restPipeline,
  restPipelineBasic,
} from '@tributary/contract/ci/pipeline-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inRepository } from '../../projects/index.ts';
import { cancelPipeline, deletePipeline, renamePipeline, retryPipeline } from '../operations/change-pipeline.ts';
import { findLatestPipeline } from '../reads/latest-pipeline.ts';
import { listPipelines } from '../reads/pipelines.ts';
import { toRestPipelineBasic } from '../render/to-rest-pipeline.ts';
import type { PipelineFilter } from '../store/list-pipelines-store.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import { answerPipeline } from './answer-changed.ts';
import { homeOf } from './answer-jobs.ts';
import { inPipeline } from './subjects.ts';

const tag = 'Pipelines';
const path = '/projects/:id/pipelines/:pipeline_id';

function filterOf(input: ListPipelinesInput): Omit<PipelineFilter, 'projectIds'> {
  const { scope, status, source, ref, sha, name, username } = input;
  return {
    scope,
    status,
    source,
    ref,
    sha,
    name,
    username,
    hasYamlErrors: input.yaml_errors,
    updatedBefore: input.updated_before,
    updatedAfter: input.updated_after,
    createdBefore: input.created_before,
    createdAfter: input.created_after,
  };
}

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/pipelines',
  ability: 'read_pipeline',
  summary: 'List the pipelines of a project',
  tag,
  input: listPipelinesInput,
  subject: inRepository,
  response: z.array(restPipelineBasic),
  handle: async ({ ctx, subject, input }) => {
    const filter = { projectIds: [subject.project.id], ...filterOf(input) };
    const order = { by: input.order_by, sort: input.sort };
    const page = await listPipelines(ctx, filter, { page: input.page, perPage: input.per_page, order });
    return paged(page, (row) => toRestPipelineBasic(homeOf(ctx, subject), row));
  },
});

const latest = defineRoute({
  method: 'GET',
  path: '/projects/:id/pipelines/latest',
  ability: 'read_pipeline',
  summary: 'Get the latest pipeline of a ref',
  tag,
  input: latestPipelineInput,
  subject: inRepository,
  response: restPipeline,
  handle: async ({ ctx, subject, input }) =>
    answerPipeline(ctx, subject, await findLatestPipeline(ctx, subject, input.ref)),
});

const show = defineRoute({
  method: 'GET',
  path,
  ability: 'read_pipeline',
  summary: 'Get a pipeline',
  tag,
  subject: inPipeline,
  response: restPipeline,
  handle: ({ ctx, subject }) => answerPipeline(ctx, subject.access, subject.pipeline),
});

const which = ({ pipeline }: { pipeline: PipelineRow }) => ({
  projectId: pipeline.project_id,
  pipelineId: pipeline.id,
});

const cancel = defineRoute({
  method: 'POST',
  path: `${path}/cancel`,
  ability: 'update_pipeline',
  summary: 'Cancel the jobs of a pipeline',
  tag,
  subject: inPipeline,
  response: restPipeline,
  status: 200,
  handle: async ({ ctx, subject }) => answerPipeline(ctx, subject.access, await cancelPipeline(ctx, which(subject))),
});

const retry = defineRoute({
  method: 'POST',
  path: `${path}/retry`,
  ability: 'update_pipeline',
  summary: 'Retry the failed jobs of a pipeline',
  tag,
  subject: inPipeline,
  response: restPipeline,
  handle: async ({ ctx, subject }) => answerPipeline(ctx, subject.access, await retryPipeline(ctx, which(subject))),
});

const rename = defineRoute({
  method: 'PUT',
  path: `${path}/metadata`,
  ability: 'update_pipeline',
  summary: 'Set the name of a pipeline',
  tag,
  input: pipelineNameInput,
  subject: inPipeline,
  response: restPipeline,
  handle: async ({ ctx, subject, input }) =>
    answerPipeline(ctx, subject.access, await renamePipeline(ctx, { ...which(subject), name: input.name })),
});

const remove = defineRoute({
  method: 'DELETE',
  path,
  ability: 'destroy_pipeline',
  summary: 'Delete a pipeline with its jobs',
  tag,
  subject: inPipeline,
  handle: ({ ctx, subject }) => deletePipeline(ctx, which(subject)),
});

export const pipelineRoutes: Route[] = [list, latest, show, cancel, retry, rename, remove];
