import {
  createHookInput,
  HOOK_TRIGGERS,
  hookParams,
  hookSecretInput,
  listDeliveriesInput,
  listHooksInput,
  restHook,
  restHookDelivery,
  updateHookInput,
} from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { inProject, type ProjectAccess } from '../../projects/index.ts';
import type { HookContainer } from '../store/hook-store.ts';
import { hookHandlers } from './hook-handlers.ts';
import { toRestHook } from '../render/to-rest-hook.ts';

const tag = 'Webhooks';
const TESTS_PER_MINUTE = 5;

const ownerOf = ({ project }: ProjectAccess): HookContainer => ({ kind: 'project', id: project.id });
const handle = hookHandlers(ownerOf, toRestHook);

const crud = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/hooks',
    ability: 'read_hooks',
    summary: 'List the webhooks of a project',
    tag,
    input: listHooksInput,
    subject: inProject,
    response: z.array(restHook),
    handle: handle.list,
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/hooks/:hook_id',
    ability: 'read_hooks',
    summary: 'Get a webhook',
    tag,
    params: hookParams,
    subject: inProject,
    response: restHook,
    handle: handle.get,
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/hooks',
    ability: 'admin_hooks',
    summary: 'Create a webhook',
    tag,
    input: createHookInput,
    subject: inProject,
    response: restHook,
    handle: handle.create,
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/hooks/:hook_id',
    ability: 'admin_hooks',
    summary: 'Update and re-enable a webhook. Changing the URL removes its secrets',
    tag,
    params: hookParams,
    input: updateHookInput,
    subject: inProject,
    response: restHook,
    handle: handle.update,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/hooks/:hook_id',
    ability: 'admin_hooks',
    summary: 'Delete a webhook',
    tag,
    params: hookParams,
    subject: inProject,
    changedAt: handle.changedAt,
    handle: handle.remove,
  }),
];

const deliveries = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/hooks/:hook_id/events',
    ability: 'read_hooks',
    summary: 'List the deliveries of a webhook in the last 30 days',
    tag,
    params: hookParams,
    input: listDeliveriesInput,
    subject: inProject,
    response: z.array(restHookDelivery),
    handle: handle.listDeliveries,
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/hooks/:hook_id/events/:delivery_id/resend',
    ability: 'admin_hooks',
    summary: 'Resend a delivery',
    tag,
    params: hookParams.extend({ delivery_id: idInput }),
    subject: inProject,
    response: restHookDelivery,
    rateLimitPerMinute: TESTS_PER_MINUTE,
    handle: handle.resend,
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/hooks/:hook_id/test/:trigger',
    ability: 'admin_hooks',
    summary: 'Send a test event to a webhook',
    tag,
    params: hookParams.extend({ trigger: z.enum(HOOK_TRIGGERS) }),
    subject: inProject,
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
    path: `/projects/:id/hooks/:hook_id/${kind}/:key`,
    ability: 'admin_hooks',
    summary: `Set ${name} of a webhook`,
    tag,
    params: secretParams,
    input: hookSecretInput,
    subject: inProject,
    status: 204,
    handle: handle.setSecret(kind),
  }),
  defineRoute({
    method: 'DELETE',
    path: `/projects/:id/hooks/:hook_id/${kind}/:key`,
    ability: 'admin_hooks',
    summary: `Remove ${name} of a webhook`,
    tag,
    params: secretParams,
    subject: inProject,
    handle: handle.removeSecret(kind),
  }),
]);

export const hookRoutes = [...crud, ...secrets, ...deliveries];
