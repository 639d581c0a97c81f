import {
  createHookInput,
  GROUP_HOOK_TRIGGERS,
  hookParams,
  hookSecretInput,
  listDeliveriesInput,
  listHooksInput,
  restGroupHook,
  restHookDelivery,
  updateHookInput,
} from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inGroup, type NamespaceAccess } from '../../projects/index.ts';
import type { HookContainer } from '../store/hook-store.ts';
import { changeHookSecret, createHook, deleteHook, updateHook } from '../operations/save-hook.ts';
import { resendDelivery, testHook } from '../operations/send-hook.ts';
import { getDelivery, getHook, listDeliveries, listHooks } from '../reads/hook-views.ts';
import { toRestGroupHook, toRestHookDelivery } from '../render/to-rest-hook.ts';

const tag = 'Group webhooks';
const TESTS_PER_MINUTE = 5;

const ownerOf = ({ namespace }: NamespaceAccess): HookContainer => ({ kind: 'group', id: namespace.id });

const crud = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/hooks',
    ability: 'read_group_hooks',
    summary: 'List the webhooks of a group',
    tag,
    input: listHooksInput,
    subject: inGroup,
    response: z.array(restGroupHook),
    handle: async ({ ctx, subject, input }) => {
      const page = await listHooks(ctx, ownerOf(subject), { page: input.page, perPage: input.per_page });
      return paged(page, toRestGroupHook);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/hooks/:hook_id',
    ability: 'read_group_hooks',
    summary: 'Get a webhook of a group',
    tag,
    params: hookParams,
    subject: inGroup,
    response: restGroupHook,
    handle: async ({ ctx, subject, params }) => toRestGroupHook(await getHook(ctx, ownerOf(subject), params.hook_id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/hooks',
    ability: 'admin_group_hooks',
    summary: 'Create a webhook of a group',
    tag,
    input: createHookInput,
    subject: inGroup,
    response: restGroupHook,
    handle: async ({ ctx, subject, input }) => {
      const id = await createHook(ctx, { ...input, owner: ownerOf(subject) });
      return toRestGroupHook(await getHook(ctx, ownerOf(subject), id));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/hooks/:hook_id',
    ability: 'admin_group_hooks',
    summary: 'Update and re-enable a webhook of a group. Changing the URL removes its secrets',
    tag,
    params: hookParams,
    input: updateHookInput,
    subject: inGroup,
    response: restGroupHook,
    handle: async ({ ctx, subject, params, input }) => {
      await updateHook(ctx, { ...input, owner: ownerOf(subject), hookId: params.hook_id });
      return toRestGroupHook(await getHook(ctx, ownerOf(subject), params.hook_id));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/hooks/:hook_id',
    ability: 'admin_group_hooks',
    summary: 'Delete a webhook of a group',
    tag,
    params: hookParams,
    subject: inGroup,
    changedAt: async ({ ctx, subject, params }) =>
      (await getHook(ctx, ownerOf(subject), params.hook_id)).hook.updated_at,
    handle: ({ ctx, subject, params }) => deleteHook(ctx, { owner: ownerOf(subject), hookId: params.hook_id }),
  }),
];

const deliveries = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/hooks/:hook_id/events',
    ability: 'read_group_hooks',
    summary: 'List the deliveries of a webhook of a group in the last 30 days',
    tag,
    params: hookParams,
    input: listDeliveriesInput,
    subject: inGroup,
    response: z.array(restHookDelivery),
    handle: async ({ ctx, subject, params, input }) => {
      const { hook } = await getHook(ctx, ownerOf(subject), params.hook_id);
      const page = await listDeliveries(ctx, hook.id, { page: input.page, perPage: input.per_page });
      return paged(page, toRestHookDelivery);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/hooks/:hook_id/events/:delivery_id/resend',
    ability: 'admin_group_hooks',
    summary: 'Resend a delivery of a webhook of a group',
    tag,
    params: hookParams.extend({ delivery_id: idInput }),
    subject: inGroup,
    response: restHookDelivery,
    rateLimitPerMinute: TESTS_PER_MINUTE,
    handle: async ({ ctx, subject, params }) => {
      const where = { owner: ownerOf(subject), hookId: params.hook_id };
      const id = await resendDelivery(ctx, { ...where, deliveryId: params.delivery_id });
      return toRestHookDelivery(await getDelivery(ctx, params.hook_id, id));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/hooks/:hook_id/test/:trigger',
    ability: 'admin_group_hooks',
    summary: 'Send a test event to a webhook of a group',
    tag,
    params: hookParams.extend({ trigger: z.enum(GROUP_HOOK_TRIGGERS) }),
    subject: inGroup,
    response: z.object({ message: z.literal('201 Created') }),
    rateLimitPerMinute: TESTS_PER_MINUTE,
    handle: async ({ ctx, subject, params }) => {
      await testHook(ctx, { owner: ownerOf(subject), hookId: params.hook_id, trigger: params.trigger });
      return { message: '201 Created' };
    },
  }),
];

const secretParams = hookParams.extend({ key: z.string().min(1).max(255) });

/** Custom headers and secret parts of the address, each by its name. */
const secrets = (
  [
    ['custom_headers', 'a custom header'],
    ['url_variables', 'a URL variable'],
  ] as const
).flatMap(([kind, name]) => [
  defineRoute({
    method: 'PUT',
    path: `/groups/:id/hooks/:hook_id/${kind}/:key`,
    ability: 'admin_group_hooks',
    summary: `Set ${name} of a webhook of a group`,
    tag,
    params: secretParams,
    input: hookSecretInput,
    subject: inGroup,
    status: 204,
    handle: async ({ ctx, subject, params: { hook_id: hookId, key }, input }) =>
      changeHookSecret(ctx, { owner: ownerOf(subject), hookId, kind, key, value: input.value }),
  }),
  defineRoute({
    method: 'DELETE',
    path: `/groups/:id/hooks/:hook_id/${kind}/:key`,
    ability: 'admin_group_hooks',
    summary: `Remove ${name} of a webhook of a group`,
    tag,
    params: secretParams,
    subject: inGroup,
    handle: async ({ ctx, subject, params: { hook_id: hookId, key } }) =>
      changeHookSecret(ctx, { owner: ownerOf(subject), hookId, kind, key, value: null }),
  }),
]);

export const groupHookRoutes = [...crud, ...secrets, ...deliveries];
