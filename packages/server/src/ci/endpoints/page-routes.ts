import { z } from 'zod';
import { listPipelinesInput } from '@tributary/contract/ci/pipeline-rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inRepository } from '../../projects/index.ts';
import { cancelPipeline } from '../operations/change-pipeline.ts';
import { viewPagePipelines } from '../reads/page-pipelines.ts';
import { listPipelines } from '../reads/pipelines.ts';
import { toPagePipeline } from '../render/to-page-pipeline.ts';
import { answerStages } from './answer-stages.ts';
import { onPipelinePage } from './subjects.ts';

const tag = 'Pipelines';
const POLL_MS = 10_000;
const response = z.looseObject({});

const list = defineRoute({
  method: 'GET',
  path: '/pipelines.json',
  ability: 'read_pipeline',
  summary: 'List the pipelines of a project for its page',
  tag,
  input: listPipelinesInput.pick({
    page: true,
    per_page: true,
    scope: true,
    status: true,
    source: true,
    ref: true,
    username: true,
  }),
  subject: inRepository,
  response,
  handle: async ({ ctx, subject, input, reply }) => {
    reply.header('poll-interval', String(POLL_MS));
    const { page: number, per_page: perPage, scope, status, source, ref, username } = input;
    const filter = { projectIds: [subject.project.id], scope, status, source, ref, username };
    const page = await listPipelines(ctx, filter, { page: number, perPage });
    const views = await viewPagePipelines(ctx, subject, page.items);
    return { pipelines: views.map(toPagePipeline), count: { all: page.total ?? page.items.length } };
  },
});

const show = defineRoute({
  method: 'GET',
  path: '/pipelines/:pipeline.json',
  ability: 'read_pipeline',
  summary: 'Get a pipeline for its page',
  tag,
  subject: onPipelinePage,
  response,
  handle: async ({ ctx, subject: { access, pipeline }, reply }) => {
    reply.header('poll-interval', String(POLL_MS));
    const [view] = await viewPagePipelines(ctx, access, [pipeline]);
    return view && toPagePipeline(view);
  },
});

const stage = defineRoute({
  method: 'GET',
  path: '/pipelines/:pipeline/stage.json',
  ability: 'read_pipeline',
  summary: 'List the jobs of a stage of a pipeline',
  tag,
  input: z.strictObject({ stage: z.string().max(255) }),
  subject: onPipelinePage,
  response,
  handle: async ({ ctx, subject: { access, pipeline }, input }) => {
    const [found] = await answerStages(ctx, access, pipeline, { stage: input.stage });
    if (!found) throw new AppError('not_found', { resource: 'Stage' });
    return found;
  },
});

const cancel = defineRoute({
  method: 'POST',
  path: '/pipelines/:pipeline/cancel',
  ability: 'update_pipeline',
  summary: 'Cancel the jobs of a pipeline',
  tag,
  subject: onPipelinePage,
  response,
  status: 200,
  handle: async ({ ctx, subject: { access, pipeline } }) => {
    const row = await cancelPipeline(ctx, { projectId: access.project.id, pipelineId: pipeline.id });
    const [view] = await viewPagePipelines(ctx, access, [row]);
    return view && toPagePipeline(view);
  },
});

export const pipelinePageRoutes: readonly ScopedRoute[] = [list, show, stage, cancel].map((route) =>
  defineScopedRoute('project', route),
);
