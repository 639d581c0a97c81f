import {
  registerRunnerInput,
  removeManagerInput,
  restResetToken,
  restRunnerCredentials,
  runnerTokenInput,
  verifyRunnerInput,
} from '@tributary/contract/ci/runners.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { forgetContacts } from '../operations/runner-contacts.ts';
import {
  authenticateRunner,
  recordContact,
  registerRunner,
  resetOwnToken,
  unregisterManager,
  unregisterRunner,
} from '../operations/runner-session.ts';
import { withoutCache } from './rest-runners.ts';

const tag = 'Runner protocol';

/** What a runner asks with its own token. */
export const runnerSessionRoutes: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/runners',
    ability: 'use_runner_protocol',
    summary: 'Register a runner with a registration token',
    tag,
    input: registerRunnerInput,
    response: restRunnerCredentials,
    rateLimitPerMinute: 60,
    handle: async ({
      ctx,
      input: { token: registration, maintainer_note: olderNote, info: _info, ...fields },
      reply,
    }) => {
      const note = fields.maintenance_note ?? olderNote;
      const { runner, token } = await registerRunner(ctx, registration, { ...fields, maintenance_note: note });
      return withoutCache(reply, { id: runner.id, token, token_expires_at: null });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/runners/verify',
    ability: 'use_runner_protocol',
    summary: 'Verify the token of a runner',
    tag,
    input: verifyRunnerInput,
    response: restRunnerCredentials,
    status: 200,
    handle: async ({ ctx, input: { token, system_id: systemId, info }, reply }) => {
      const runner = await authenticateRunner(ctx, token);
      await recordContact(ctx, runner, { systemId, info });
      return withoutCache(reply, { id: runner.id, token, token_expires_at: null });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/runners/router/discovery',
    ability: 'use_runner_protocol',
    summary: 'Discover the job router, which this service does not have',
    tag,
    handle: async ({ ctx, headers }) => {
      const token = headers['runner-token'];
      await authenticateRunner(ctx, typeof token === 'string' ? token : '');
      throw new AppError('job_router_unavailable', {}, { status: 501 });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/runners',
    ability: 'use_runner_protocol',
    summary: 'Remove a runner by its token',
    tag,
    input: runnerTokenInput,
    handle: ({ ctx, input }) => unregisterRunner(ctx, input.token),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/runners/managers',
    ability: 'use_runner_protocol',
    summary: 'Remove a machine of a runner',
    tag,
    input: removeManagerInput,
    handle: async ({ ctx, input }) => {
      await unregisterManager(ctx, input.token, input.system_id);
      forgetContacts(ctx);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/runners/reset_authentication_token',
    ability: 'use_runner_protocol',
    summary: 'Reset the token of a runner by the runner itself',
    tag,
    input: runnerTokenInput,
    response: restResetToken,
    handle: async ({ ctx, input, reply }) =>
      withoutCache(reply, { token: await resetOwnToken(ctx, input.token), token_expires_at: null }),
  }),
];
