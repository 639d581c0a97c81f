import {
  createEnvironmentInput,
  deleteReviewAppsInput,
  listEnvironmentsInput,
  restEnvironment,
  restReviewApps,
  stopEnvironmentInput,
  stopStaleInput,
  updateEnvironmentInput,
} from '@tributary/contract/environments/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inRepository } from '../../projects/index.ts';
import {
  createEnvironment,
  deleteEnvironment,
  scheduleReviewApps,
  stopStaleEnvironments,
  updateEnvironment,
} from '../operations/change-environment.ts';
import { stopEnvironment } from '../operations/stop-environment.ts';
import { listEnvironments } from '../reads/environments.ts';
import type { EnvironmentAccess } from '../environment-access.ts';
import { toRestEnvironment, toRestEnvironmentBasic } from '../render/to-rest.ts';
import { answerEnvironment } from './answers.ts';
import { inEnvironment } from './subjects.ts';

const tag = 'Environments';
const all = '/projects/:id/environments';
const one = `${all}/:environment_id`;

const which = ({ access, environment }: EnvironmentAccess) => ({
  projectId: access.project.id,
  environmentId: environment.id,
});

function changesOf(input: z.output<typeof updateEnvironmentInput>) {
  const { external_url: externalUrl, slug, tier, description, auto_stop_setting: autoStopSetting } = input;
  return { externalUrl, slug, tier, description, autoStopSetting };
}

const list = defineRoute({
  method: 'GET',
  path: all,
  ability: 'read_environment',
  summary: 'List the environments of a project',
  tag,
  input: listEnvironmentsInput,
  subject: inRepository,
  response: z.array(restEnvironment),
  handle: async ({ ctx, subject, input }) => {
    const { page, per_page: perPage, name, search, states: state } = input;
    const asked = { name, search, ...(state && { states: [state] }) };
    return paged(await listEnvironments(ctx, subject.project.id, asked, { page, perPage }), toRestEnvironment);
  },
});

const create = defineRoute({
  method: 'POST',
  path: all,
  ability: 'create_environment',
  summary: 'Create an environment',
  tag,
  input: createEnvironmentInput,
  subject: inRepository,
  response: restEnvironment,
  handle: async ({ ctx, subject, input }) => {
    const asked = { ...changesOf(input), projectId: subject.project.id, name: input.name };
    return answerEnvironment(ctx, subject, await createEnvironment(ctx, asked));
  },
});

const MONTH_MS = 30 * 24 * 3_600_000;

const deleteReviewApps = defineRoute({
  method: 'DELETE',
  path: `${all}/review_apps`,
  ability: 'destroy_environment',
  summary: 'Schedule stopped review apps for deletion',
  tag,
  input: deleteReviewAppsInput,
  subject: inRepository,
  response: restReviewApps,
  status: 200,
  handle: async ({ ctx, subject, input }) => {
    const before = input.before ?? new Date(ctx.clock.now().getTime() - MONTH_MS);
    const asked = { projectId: subject.project.id, before, limit: input.limit, isTrial: input.dry_run };
    const rows = await scheduleReviewApps(ctx, asked);
    return { scheduled_entries: rows.map(toRestEnvironmentBasic), unprocessable_entries: [] };
  },
});

const stopStale = defineRoute({
  method: 'POST',
  path: `${all}/stop_stale`,
  ability: 'update_environment',
  summary: 'Stop environments that were not deployed to since a date',
  tag,
  input: stopStaleInput,
  subject: inRepository,
  response: z.strictObject({ message: z.string() }),
  handle: async ({ ctx, subject, input }) => {
    await stopStaleEnvironments(ctx, subject, input.before);
    return { message: '200 OK' };
  },
});

const show = defineRoute({
  method: 'GET',
  path: one,
  ability: 'read_environment',
  summary: 'Get an environment',
  tag,
  subject: inEnvironment,
  response: restEnvironment,
  handle: ({ ctx, subject: { access, environment } }) => answerEnvironment(ctx, access, environment),
});

const update = defineRoute({
  method: 'PUT',
  path: one,
  ability: 'update_environment',
  summary: 'Update an environment',
  tag,
  input: updateEnvironmentInput,
  subject: inEnvironment,
  response: restEnvironment,
  handle: async ({ ctx, subject, input }) =>
    answerEnvironment(ctx, subject.access, await updateEnvironment(ctx, { ...which(subject), ...changesOf(input) })),
});

const remove = defineRoute({
  method: 'DELETE',
  path: one,
  ability: 'destroy_environment',
  summary: 'Delete a stopped environment',
  tag,
  subject: inEnvironment,
  handle: async ({ ctx, subject }) => {
    await deleteEnvironment(ctx, which(subject));
  },
});

const stop = defineRoute({
  method: 'POST',
  path: `${one}/stop`,
  // Whether there is a job to stop it decides who may; the operation answers.
  ability: 'update_environment',
  summary: 'Stop an environment',
  tag,
  input: stopEnvironmentInput,
  subject: inEnvironment,
  response: restEnvironment,
  status: 200,
  handle: async ({ ctx, subject, input }) => {
    const row = await stopEnvironment(ctx, { ...which(subject), force: input.force });
    return answerEnvironment(ctx, subject.access, row);
  },
});

export const environmentRoutes: Route[] = [list, create, deleteReviewApps, stopStale, show, update, remove, stop];
