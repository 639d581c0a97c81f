import {
  createSystemHookInput,
  restSystemHook,
  updateSystemHookInput,
} from '@tributary/contract/projects/system-hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { listDeliveriesInput, listHooksInput, restHookDelivery } from '@tributary/contract/projects/hooks.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { createHook, deleteHook, updateHook } from '../operations/save-hook.ts';
import { testSystemHook } from '../operations/send-hook.ts';
import { getHook, listDeliveries, listHooks } from '../reads/hook-views.ts';
import { toRestHookDelivery, toRestSystemHook } from '../render/to-rest-hook.ts';

const OF_INSTANCE = { kind: 'instance' } as const;
const tag = 'System hooks';
const params = z.object({ id: idInput });
const TESTS_PER_MINUTE = 5;

/** Webhooks of the whole instance, for administrators. */
export const systemHookRoutes = [
  defineRoute({
    method: 'GET',
    path: '/hooks',
    ability: 'read_settings',
    summary: 'List the system hooks',
    tag,
    input: listHooksInput,
    response: z.array(restSystemHook),
    handle: async ({ ctx, input }) =>
      paged(await listHooks(ctx, OF_INSTANCE, { page: input.page, perPage: input.per_page }), toRestSystemHook),
  }),
  defineRoute({
    method: 'GET',
    path: '/hooks/:id',
    ability: 'read_settings',
    summary: 'Get a system hook',
    tag,
    params,
    response: restSystemHook,
    handle: async ({ ctx, params: { id } }) => toRestSystemHook(await getHook(ctx, OF_INSTANCE, id)),
  }),
  defineRoute({
    method: 'GET',
    path: '/hooks/:id/events',
    ability: 'read_settings',
    summary: 'List the deliveries of a system hook in the last 30 days',
    tag,
    params,
    input: listDeliveriesInput,
    response: z.array(restHookDelivery),
    handle: async ({ ctx, params: { id }, input }) => {
      const { hook } = await getHook(ctx, OF_INSTANCE, id);
      const page = await listDeliveries(ctx, hook.id, { page: input.page, perPage: input.per_page });
      return paged(page, toRestHookDelivery);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/hooks',
    ability: 'administer',
    summary: 'Create a system hook',
    tag,
    input: createSystemHookInput,
    response: restSystemHook,
    handle: async ({ ctx, input }) => {
      const defaults = { push_events: false, repository_update_events: true };
      const id = await createHook(ctx, { ...defaults, ...input, owner: OF_INSTANCE });
      return toRestSystemHook(await getHook(ctx, OF_INSTANCE, id));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/hooks/:id',
    ability: 'administer',
    summary: 'Update and re-enable a system hook. Changing the URL removes its secrets',
    tag,
    params,
    input: updateSystemHookInput,
    response: restSystemHook,
    handle: async ({ ctx, params: { id: hookId }, input }) => {
      await updateHook(ctx, { ...input, owner: OF_INSTANCE, hookId });
      return toRestSystemHook(await getHook(ctx, OF_INSTANCE, hookId));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/hooks/:id',
    ability: 'administer',
    summary: 'Send a test event to a system hook',
    tag,
    params,
    response: z.record(z.string(), z.unknown()),
    rateLimitPerMinute: TESTS_PER_MINUTE,
    handle: async ({ ctx, params: { id: hookId } }) => (await testSystemHook(ctx, { hookId })).body,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/hooks/:id',
    ability: 'administer',
    summary: 'Delete a system hook',
    tag,
    params,
    handle: ({ ctx, params: { id: hookId } }) => deleteHook(ctx, { owner: OF_INSTANCE, hookId }),
  }),
];
