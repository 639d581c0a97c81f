import { hookParams, testGroupHookInput } from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { HookPageData, HooksPageData } from '@tributary/contract/projects/page.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inGroup, type NamespaceAccess } from '../../projects/index.ts';
import { resendDelivery, testHook } from '../operations/send-hook.ts';
import { sampledTriggers } from '../payloads/payload-registry.ts';
import { getDelivery, getHook, listHooks } from '../reads/hook-views.ts';
import { GROUP_HOOK_EVENTS, toDeliveryDetail, toHookCard } from '../render/to-page-hook.ts';
import { hookData, idOf, MAX_HOOKS, TESTS_PER_MINUTE } from './hook-data.ts';

const pathOf = (group: { full_path: string }) => `/groups/${group.full_path}/-/hooks`;
const ownerOf = (group: { id: number }) => ({ kind: 'group', id: group.id }) as const;
const apiOf = (group: { id: number }) => `/api/v4/groups/${group.id}/hooks`;

export const groupHookPages: Page[] = [
  definePage<NamespaceAccess, HooksPageData>({
    kind: 'group_hooks',
    on: 'group',
    path: 'hooks',
    ability: 'read_group_hooks',
    nav: 'group_hooks',
    load: async ({ ctx, subject: { namespace: group } }) => {
      const { items } = await listHooks(ctx, ownerOf(group), { page: 1, perPage: MAX_HOOKS });
      return {
        title: 'Webhooks',
        breadcrumbs: [{ text: 'Webhooks', href: pathOf(group) }],
        data: {
          scope: 'group',
          api: apiOf(group),
          hooks: items.map((view) => toHookCard(view, pathOf(group), GROUP_HOOK_EVENTS)),
          events: GROUP_HOOK_EVENTS,
        },
      };
    },
  }),
  definePage<NamespaceAccess, HookPageData>({
    kind: 'group_hook',
    on: 'group',
    path: 'hooks/:hook_id',
    ability: 'read_group_hooks',
    nav: 'group_hooks',
    load: async ({ ctx, subject: { namespace: group }, params, query }) => {
      const view = await getHook(ctx, ownerOf(group), idOf(params['hook_id']));
      const card = toHookCard(view, pathOf(group), GROUP_HOOK_EVENTS);
      const title = card.name === '' ? 'Webhook' : card.name;
      const triggers = sampledTriggers('group');
      const tests = GROUP_HOOK_EVENTS.filter(({ key }) => triggers.includes(key)).map(({ key, label }) => ({
        key,
        label,
      }));
      return {
        title,
        breadcrumbs: [
          { text: 'Webhooks', href: pathOf(group) },
          { text: title, href: card.href },
        ],
        data: await hookData(ctx, card, {
          scope: 'group',
          api: apiOf(group),
          events: GROUP_HOOK_EVENTS,
          tests,
          query,
        }),
      };
    },
  }),
];

const deliveryParams = hookParams.extend({ delivery_id: idInput });

export const groupHookScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'group',
    defineRoute({
      method: 'POST',
      path: '/hooks/:hook_id/test',
      ability: 'admin_group_hooks',
      summary: 'Send a test event to a webhook of a group and get the result',
      tag: 'Group webhooks',
      params: hookParams,
      input: testGroupHookInput,
      subject: inGroup,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, subject: { namespace: group }, params, input }) => {
        const where = { owner: ownerOf(group), hookId: params.hook_id };
        const id = await testHook(ctx, { ...where, trigger: input.trigger });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), pathOf(group));
      },
    }),
  ),
  defineScopedRoute(
    'group',
    defineRoute({
      method: 'GET',
      path: '/hooks/:hook_id/deliveries/:delivery_id',
      ability: 'read_group_hooks',
      summary: 'Get a delivery of a webhook of a group with its request and response',
      tag: 'Group webhooks',
      params: deliveryParams,
      subject: inGroup,
      handle: async ({ ctx, subject: { namespace: group }, params }) => {
        const { hook } = await getHook(ctx, ownerOf(group), params.hook_id);
        return toDeliveryDetail(await getDelivery(ctx, hook.id, params.delivery_id), pathOf(group));
      },
    }),
  ),
  defineScopedRoute(
    'group',
    defineRoute({
      method: 'POST',
      path: '/hooks/:hook_id/deliveries/:delivery_id/resend',
      ability: 'admin_group_hooks',
      summary: 'Resend a delivery of a webhook of a group and get the result',
      tag: 'Group webhooks',
      params: deliveryParams,
      subject: inGroup,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, subject: { namespace: group }, params }) => {
        const where = { owner: ownerOf(group), hookId: params.hook_id };
        const id = await resendDelivery(ctx, { ...where, deliveryId: params.delivery_id });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), pathOf(group));
      },
    }),
  ),
];
