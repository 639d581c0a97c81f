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
import { inGroup, type NamespaceAccess } from '../../projects/index.ts';
import type { HookContainer } from '../store/hook-store.ts';
import { hookHandlers } from './hook-handlers.ts';
import { toRestGroupHook } from '../render/to-rest-hook.ts';

const tag = 'Group webhooks';
const TESTS_PER_MINUTE = 5;

const ownerOf = ({ namespace }: NamespaceAccess): HookContainer => ({ kind: 'group', id: namespace.id });
const handle = hookHandlers(ownerOf, toRestGroupHook);

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
    handle: handle.list,
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
    handle: handle.get,
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
    handle: handle.create,
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
    handle: handle.update,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/hooks/:hook_id',
    ability: 'admin_group_hooks',
    summary: 'Delete a webhook of a group',
    tag,
    params: hookParams,
    subject: inGroup,
    changedAt: handle.changedAt,
    handle: handle.remove,
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
    handle: handle.listDeliveries,
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
    handle: handle.resend,
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
    handle: handle.test,
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
    handle: handle.setSecret(kind),
  }),
  defineRoute({
    method: 'DELETE',
    path: `/groups/:id/hooks/:hook_id/${kind}/:key`,
    ability: 'admin_group_hooks',
    summary: `Remove ${name} of a webhook of a group`,
    tag,
    params: secretParams,
    subject: inGroup,
    handle: handle.removeSecret(kind),
  }),
]);

export const groupHookRoutes = [...crud, ...secrets, ...deliveries];
