import { restPipeline } from '@tributary/contract/ci/pipeline-rest.ts';
import { triggerPipelineInput } from '@tributary/contract/ci/run-pipeline.ts';
import {
  createTriggerInput,
  listTriggersInput,
  restTrigger,
  triggerParams,
  updateTriggerInput,
} from '@tributary/contract/ci/triggers.ts';
import { idOrPathInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inProject } from '../../../projects/index.ts';
import { answerPipeline } from '../../endpoints/answer-changed.ts';
import { asNamedVariables } from '../../endpoints/requested-variables.ts';
import { getTrigger, listTriggers, toRestTrigger, viewTriggers } from '../list-triggers.ts';
import { createTrigger, deleteTrigger, updateTrigger } from '../operations/change-trigger.ts';
import { runTrigger } from '../operations/run-trigger.ts';
import type { TriggerRow } from '../trigger-store.ts';

const tag = 'Pipeline triggers';

async function answer(ctx: Context, row: TriggerRow, token?: string) {
  const [view] = await viewTriggers(ctx, [row]);
  if (!view) throw new AppError('not_found', { resource: 'Trigger' });
  return toRestTrigger(ctx.config.url, view, token);
}

const crud = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/triggers',
    ability: 'read_pipeline_triggers',
    summary: 'List the pipeline trigger tokens of a project',
    tag,
    input: listTriggersInput,
    subject: inProject,
    response: z.array(restTrigger),
    handle: async ({ ctx, subject: { project }, input }) =>
      paged(await listTriggers(ctx, project.id, { page: input.page, perPage: input.per_page }), (view) =>
        toRestTrigger(ctx.config.url, view),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/triggers/:trigger_id',
    ability: 'read_pipeline_triggers',
    summary: 'Get a pipeline trigger token',
    tag,
    params: triggerParams,
    subject: inProject,
    response: restTrigger,
    handle: async ({ ctx, subject: { project }, params }) =>
      answer(ctx, await getTrigger(ctx, project.id, params.trigger_id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/triggers',
    ability: 'admin_pipeline_triggers',
    summary: 'Create a pipeline trigger token, which is shown once',
    tag,
    input: createTriggerInput,
    subject: inProject,
    response: restTrigger,
    handle: async ({ ctx, subject: { project }, input, reply }) => {
      reply.header('cache-control', 'no-store');
      const { description, expires_at: expiresAt } = input;
      const { row, token } = await createTrigger(ctx, { projectId: project.id, description, expiresAt });
      return answer(ctx, row, token);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/triggers/:trigger_id',
    ability: 'admin_pipeline_triggers',
    summary: 'Change the description of a pipeline trigger token',
    tag,
    params: triggerParams,
    input: updateTriggerInput,
    subject: inProject,
    response: restTrigger,
    handle: async ({ ctx, subject: { project }, params: { trigger_id: triggerId }, input: { description } }) =>
      answer(ctx, await updateTrigger(ctx, { projectId: project.id, triggerId, description })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/triggers/:trigger_id',
    ability: 'admin_pipeline_triggers',
    summary: 'Delete a pipeline trigger token',
    tag,
    params: triggerParams,
    subject: inProject,
    handle: ({ ctx, subject: { project }, params: { trigger_id: triggerId } }) =>
      deleteTrigger(ctx, { projectId: project.id, triggerId }),
  }),
];

type Asked = Omit<z.output<typeof triggerPipelineInput>, 'ref'> & { project: string; ref: string };

async function run(ctx: Context, { variables, ...asked }: Asked) {
  const made = await runTrigger(ctx, { ...asked, variables: asNamedVariables(variables) });
  return answerPipeline(made.ctx, made.access, made.pipeline);
}

/** The token is the proof: these need no sign-in. */
const runs = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/trigger/pipeline',
    ability: 'trigger_pipeline',
    summary: 'Run a pipeline with a trigger token',
    tag,
    params: z.object({ id: idOrPathInput }),
    input: triggerPipelineInput,
    response: restPipeline,
    handle: ({ ctx, params: { id: project }, input }) => run(ctx, { ...input, project }),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/ref/:ref/trigger/pipeline',
    ability: 'trigger_pipeline',
    summary: 'Run a pipeline on a ref with a trigger token',
    tag,
    params: z.object({ id: idOrPathInput, ref: z.string().min(1).max(1_024) }),
    input: triggerPipelineInput.omit({ ref: true }),
    response: restPipeline,
    handle: ({ ctx, params: { id: project, ref }, input }) => run(ctx, { ...input, project, ref }),
  }),
];

export const triggerRoutes: Route[] = [...crud, ...runs];
