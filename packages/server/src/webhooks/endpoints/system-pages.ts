import { hookParams } from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { HookPageData, HooksPageData } from '@tributary/contract/projects/page.ts';
import { adminBreadcrumbs, adminContext } from '../../accounts/index.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { resendDelivery, testSystemHook } from '../operations/send-hook.ts';
import { getDelivery, getHook, listHooks } from '../reads/hook-views.ts';
import { SYSTEM_HOOK_EVENTS, toDeliveryDetail, toHookCard } from '../render/to-page-hook.ts';
import { hookData, idOf, MAX_HOOKS, TESTS_PER_MINUTE } from './hook-data.ts';

const OF_INSTANCE = { kind: 'instance' } as const;
const BASE = '/admin/hooks';
const API = '/api/v4/hooks';
const breadcrumbs = adminBreadcrumbs('System hooks', BASE);
type Subject = { policy: PolicySubject };

export const systemHookPages: Page[] = [
  definePage<Subject, HooksPageData>({
    kind: 'admin_hooks',
    on: 'instance',
    path: 'admin/hooks',
    ability: 'read_administration',
    nav: 'hooks',
    load: async ({ ctx }) => {
      const { items } = await listHooks(ctx, OF_INSTANCE, { page: 1, perPage: MAX_HOOKS });
      const hooks = items.map((view) => toHookCard(view, BASE, SYSTEM_HOOK_EVENTS));
      return {
        title: 'System hooks',
        context: adminContext(),
        breadcrumbs,
        data: { scope: 'system', api: API, hooks, events: SYSTEM_HOOK_EVENTS },
      };
    },
  }),
  definePage<Subject, HookPageData>({
    kind: 'admin_hook',
    on: 'instance',
    path: 'admin/hooks/:hook_id',
    ability: 'read_administration',
    nav: 'hooks',
    load: async ({ ctx, params, query }) => {
      const view = await getHook(ctx, OF_INSTANCE, idOf(params['hook_id']));
      const card = toHookCard(view, BASE, SYSTEM_HOOK_EVENTS);
      const title = card.name === '' ? 'System hook' : card.name;
      const tests = [{ key: 'project_create', label: 'New project' }];
      return {
        title,
        context: adminContext(),
        breadcrumbs: [...breadcrumbs, { text: title, href: card.href }],
        data: await hookData(ctx, card, { scope: 'system', api: API, events: SYSTEM_HOOK_EVENTS, tests, query }),
      };
    },
  }),
];

const at = (params: { hook_id: number }) => ({ owner: OF_INSTANCE, hookId: params.hook_id });
const deliveryParams = hookParams.extend({ delivery_id: idInput });

export const systemHookScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'POST',
      path: '/admin/hooks/:hook_id/test',
      ability: 'administer',
      summary: 'Send a test event to a system hook and get the result',
      tag: 'System hooks',
      params: hookParams,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, params }) => {
        const { deliveryId } = await testSystemHook(ctx, { hookId: params.hook_id });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, deliveryId), BASE);
      },
    }),
  ),
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'GET',
      path: '/admin/hooks/:hook_id/deliveries/:delivery_id',
      ability: 'read_administration',
      summary: 'Get a delivery of a system hook with its request and response',
      tag: 'System hooks',
      params: deliveryParams,
      handle: async ({ ctx, params }) => {
        const { hook } = await getHook(ctx, OF_INSTANCE, params.hook_id);
        return toDeliveryDetail(await getDelivery(ctx, hook.id, params.delivery_id), BASE);
      },
    }),
  ),
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'POST',
      path: '/admin/hooks/:hook_id/deliveries/:delivery_id/resend',
      ability: 'administer',
      summary: 'Resend a delivery of a system hook and get the result',
      tag: 'System hooks',
      params: deliveryParams,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, params }) => {
        const id = await resendDelivery(ctx, { ...at(params), deliveryId: params.delivery_id });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), BASE);
      },
    }),
  ),
];
