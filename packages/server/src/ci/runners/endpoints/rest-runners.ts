import {
  createRunnerInput,
  listRunnersInput,
  RUNNER_STATUSES,
  RUNNER_TYPES,
  restResetToken,
  restRunner,
  restRunnerCredentials,
  restRunnerDetails,
  restRunnerManager,
  updateRunnerInput,
} from '@tributary/contract/ci/runners.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { changeRunner, removeRunner, resetRunnerToken } from '../operations/change-runner.ts';
import { createRunner } from '../operations/create-runner.ts';
import { getManagers, getRunnerDetails, listAllRunners, listOwnRunners, viewRunners } from '../reads/list-runners.ts';
import { toRestManager, toRestRunner, toRestRunnerDetails } from '../render/to-rest-runner.ts';
import { kindOfType } from '../rules/runner-status.ts';
import type { RunnerRow } from '../store/runner-store.ts';
import { inOwnedRunner, inRunner } from './subjects.ts';

const tag = 'Runners';
type ListInput = z.output<typeof listRunnersInput>;

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((each) => each === name);

/** The filters of a list by their newer and older names. */
export function conditionsOf({
  scope,
  type,
  status,
  paused,
  tag_list: tags,
  version_prefix: versionPrefix,
}: ListInput) {
  const asked = status ?? scope;
  const older = scope === 'shared' ? 'instance_type' : scope === 'specific' ? 'project_type' : scope;
  const kind = type ?? (isOneOf(RUNNER_TYPES, older) ? older : undefined);
  const isPaused = paused ?? (asked === 'paused' ? true : asked === 'active' ? false : undefined);
  return {
    kind: kind && kindOfType(kind),
    status: isOneOf(RUNNER_STATUSES, asked) ? asked : undefined,
    isPaused,
    tags,
    versionPrefix,
  };
}

export const pageOfInput = ({ page, per_page: perPage }: ListInput) => ({ page, perPage });

export async function answerRunner(ctx: Context, runner: RunnerRow) {
  const [view] = await viewRunners(ctx, [runner]);
  return view && toRestRunner(ctx.config.url, view);
}

/** A secret, which no cache may keep. */
export function withoutCache<T>(reply: FastifyReply, answer: T): T {
  reply.header('cache-control', 'no-store');
  return answer;
}

const create = defineRoute({
  method: 'POST',
  path: '/user/runners',
  ability: 'create_runner',
  summary: 'Create a runner',
  tag,
  input: createRunnerInput,
  response: restRunnerCredentials,
  handle: async ({ ctx, input: { runner_type: type, group_id: groupId, project_id: projectId, ...fields }, reply }) => {
    const kind = kindOfType(type);
    const id = kind === 'group' ? groupId : projectId;
    if (kind !== 'instance' && id === undefined) throw new AppError('missing_parameter', { names: `${kind}_id` });
    const owner = kind === 'instance' ? ({ kind } as const) : { kind, id: id ?? 0 };
    const { runner, token } = await createRunner(ctx, { owner, fields });
    return withoutCache(reply, { id: runner.id, token, token_expires_at: null });
  },
});

const lists = [
  defineRoute({
    method: 'GET',
    path: '/runners',
    ability: 'list_runners',
    summary: 'List the runners of your projects and groups',
    tag,
    input: listRunnersInput,
    response: z.array(restRunner),
    handle: async ({ ctx, input }) => {
      const page = await listOwnRunners(ctx, conditionsOf(input), pageOfInput(input));
      return paged(page, (view) => toRestRunner(ctx.config.url, view));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/runners/all',
    ability: 'list_all_runners',
    summary: 'List all runners of the instance',
    tag,
    input: listRunnersInput,
    response: z.array(restRunner),
    handle: async ({ ctx, input }) => {
      const page = await listAllRunners(ctx, conditionsOf(input), pageOfInput(input));
      return paged(page, (view) => toRestRunner(ctx.config.url, view));
    },
  }),
];

const one = [
  defineRoute({
    method: 'GET',
    path: '/runners/:id',
    ability: 'read_runner',
    summary: 'Get a runner',
    tag,
    subject: inRunner,
    response: restRunnerDetails,
    handle: async ({ ctx, subject: { runner } }) =>
      toRestRunnerDetails(ctx.config.url, await getRunnerDetails(ctx, runner)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/runners/:id',
    ability: 'admin_runner',
    summary: 'Update a runner',
    tag,
    subject: inOwnedRunner,
    input: updateRunnerInput,
    response: restRunnerDetails,
    handle: async ({ ctx, subject, input: fields }) => {
      const runner = await changeRunner(ctx, { runnerId: subject.runner.id, fields });
      return toRestRunnerDetails(ctx.config.url, await getRunnerDetails(ctx, runner));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/runners/:id',
    ability: 'admin_runner',
    summary: 'Delete a runner',
    tag,
    subject: inOwnedRunner,
    handle: async ({ ctx, subject }) => void (await removeRunner(ctx, { runnerId: subject.runner.id })),
  }),
  defineRoute({
    method: 'GET',
    path: '/runners/:id/managers',
    ability: 'read_runner',
    summary: 'List the machines of a runner',
    tag,
    subject: inRunner,
    response: z.array(restRunnerManager),
    handle: async ({ ctx, subject }) => (await getManagers(ctx, subject.runner.id)).map(toRestManager),
  }),
  defineRoute({
    method: 'POST',
    path: '/runners/:id/reset_authentication_token',
    ability: 'admin_runner',
    summary: 'Reset the token of a runner',
    tag,
    subject: inOwnedRunner,
    response: restResetToken,
    handle: async ({ ctx, subject, reply }) => {
      const token = await resetRunnerToken(ctx, { runnerId: subject.runner.id });
      return withoutCache(reply, { token, token_expires_at: null });
    },
  }),
];

export const runnerRoutes: Route[] = [create, ...lists, ...one];
