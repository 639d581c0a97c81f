import {
  assignRunnerInput,
  listRunnersInput,
  restRegistrationToken,
  restRunner,
} from '@tributary/contract/ci/runners.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { assignRunner, unassignRunner } from '../operations/change-runner.ts';
import { resetRegistrationToken } from '../operations/create-runner.ts';
import { listGroupRunners, listProjectRunners } from '../reads/list-runners.ts';
import { toRestRunner } from '../render/to-rest-runner.ts';
import type { RegistrationOwner } from '../store/registration-store.ts';
import { answerRunner, conditionsOf, pageOfInput, withoutCache } from './rest-runners.ts';

const tag = 'Runners';

async function reset(ctx: Context, reply: FastifyReply, owner: RegistrationOwner) {
  return withoutCache(reply, { token: await resetRegistrationToken(ctx, { owner }) });
}

/** Runners of projects and groups, and the tokens of the older way to register runners for them. */
export const runnerOwnerRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/runners',
    ability: 'read_project_runners',
    summary: 'List the runners that work for a project',
    tag,
    subject: inProject,
    input: listRunnersInput,
    response: z.array(restRunner),
    handle: async ({ ctx, subject: { project }, input }) => {
      const page = await listProjectRunners(ctx, project, conditionsOf(input), pageOfInput(input));
      return paged(page, (view) => toRestRunner(ctx.config.url, view));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/runners',
    ability: 'admin_project_runners',
    summary: 'Assign a runner to a project',
    tag,
    subject: inProject,
    input: assignRunnerInput,
    response: restRunner,
    handle: async ({ ctx, subject, input }) =>
      answerRunner(ctx, await assignRunner(ctx, { projectId: subject.project.id, runnerId: input.runner_id })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/runners/:runner_id',
    ability: 'admin_project_runners',
    summary: 'Remove a runner from a project',
    tag,
    subject: inProject,
    params: z.object({ runner_id: idInput }),
    handle: async ({ ctx, subject, params }) =>
      void (await unassignRunner(ctx, { projectId: subject.project.id, runnerId: params.runner_id })),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/runners',
    ability: 'read_group_runners',
    summary: 'List the runners that work for a group',
    tag,
    subject: inGroup,
    input: listRunnersInput,
    response: z.array(restRunner),
    handle: async ({ ctx, subject, input }) => {
      const page = await listGroupRunners(ctx, subject.namespace.id, conditionsOf(input), pageOfInput(input));
      return paged(page, (view) => toRestRunner(ctx.config.url, view));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/runners/reset_registration_token',
    ability: 'admin_project_runners',
    summary: 'Reset the token that registers runners for a project',
    tag,
    subject: inProject,
    response: restRegistrationToken,
    handle: ({ ctx, subject, reply }) => reset(ctx, reply, { kind: 'project', id: subject.project.id }),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/runners/reset_registration_token',
    ability: 'admin_group_runners',
    summary: 'Reset the token that registers runners for a group',
    tag,
    subject: inGroup,
    response: restRegistrationToken,
    handle: ({ ctx, subject, reply }) => reset(ctx, reply, { kind: 'group', id: subject.namespace.id }),
  }),
  defineRoute({
    method: 'POST',
    path: '/runners/reset_registration_token',
    ability: 'admin_instance_runners',
    summary: 'Reset the token that registers runners for the instance',
    tag,
    response: restRegistrationToken,
    handle: ({ ctx, reply }) => reset(ctx, reply, { kind: 'instance' }),
  }),
];
