import { hookParams, testHookInput } from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { HookPageData, HooksPageData } from '@tributary/contract/projects/page.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inProject, type ProjectAccess } from '../../projects/index.ts';
import { resendDelivery, testHook } from '../operations/send-hook.ts';
import { sampledTriggers } from '../payloads/payload-registry.ts';
import { getDelivery, getHook, listHooks } from '../reads/hook-views.ts';
import { HOOK_EVENTS, toDeliveryDetail, toHookCard } from '../render/to-page-hook.ts';
import { hookData, idOf, MAX_HOOKS, TESTS_PER_MINUTE } from './hook-data.ts';

const pathOf = (project: { full_path: string }) => `/${project.full_path}/-/hooks`;
const ownerOf = (project: { id: number }) => ({ kind: 'project', id: project.id }) as const;
const apiOf = (project: { id: number }) => `/api/v4/projects/${project.id}/hooks`;

export const hookPages: Page[] = [
  definePage<ProjectAccess, HooksPageData>({
    kind: 'project_hooks',
    on: 'project',
    path: 'hooks',
    ability: 'read_hooks',
    nav: 'project_hooks',
    load: async ({ ctx, subject: { project } }) => {
      const { items } = await listHooks(ctx, ownerOf(project), { page: 1, perPage: MAX_HOOKS });
      return {
        title: 'Webhooks',
        breadcrumbs: [{ text: 'Webhooks', href: pathOf(project) }],
        data: {
          scope: 'project',
          api: apiOf(project),
          hooks: items.map((view) => toHookCard(view, pathOf(project), HOOK_EVENTS)),
          events: HOOK_EVENTS,
        },
      };
    },
  }),
  definePage<ProjectAccess, HookPageData>({
    kind: 'project_hook',
    on: 'project',
    path: 'hooks/:hook_id',
    ability: 'read_hooks',
    nav: 'project_hooks',
    load: async ({ ctx, subject: { project }, params, query }) => {
      const view = await getHook(ctx, ownerOf(project), idOf(params['hook_id']));
      const card = toHookCard(view, pathOf(project), HOOK_EVENTS);
      const title = card.name === '' ? 'Webhook' : card.name;
      const triggers = sampledTriggers('project');
      const tests = HOOK_EVENTS.filter(({ key }) => triggers.includes(key)).map(({ key, label }) => ({ key, label }));
      return {
        title,
        breadcrumbs: [
          { text: 'Webhooks', href: pathOf(project) },
          { text: title, href: card.href },
        ],
        data: await hookData(ctx, card, {
          scope: 'project',
          api: apiOf(project),
          events: HOOK_EVENTS,
          tests,
          query,
        }),
      };
    },
  }),
];

const deliveryParams = hookParams.extend({ delivery_id: idInput });

export const hookScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'POST',
      path: '/hooks/:hook_id/test',
      ability: 'admin_hooks',
      summary: 'Send a test event and get the result',
      tag: 'Webhooks',
      params: hookParams,
      input: testHookInput,
      subject: inProject,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, subject: { project }, params, input }) => {
        const where = { owner: ownerOf(project), hookId: params.hook_id };
        const id = await testHook(ctx, { ...where, trigger: input.trigger });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), pathOf(project));
      },
    }),
  ),
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'GET',
      path: '/hooks/:hook_id/deliveries/:delivery_id',
      ability: 'read_hooks',
      summary: 'Get a delivery with its request and response',
      tag: 'Webhooks',
      params: deliveryParams,
      subject: inProject,
      handle: async ({ ctx, subject: { project }, params }) => {
        const { hook } = await getHook(ctx, ownerOf(project), params.hook_id);
        return toDeliveryDetail(await getDelivery(ctx, hook.id, params.delivery_id), pathOf(project));
      },
    }),
  ),
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'POST',
      path: '/hooks/:hook_id/deliveries/:delivery_id/resend',
      ability: 'admin_hooks',
      summary: 'Resend a delivery and get the result',
      tag: 'Webhooks',
      params: deliveryParams,
      subject: inProject,
      rateLimitPerMinute: TESTS_PER_MINUTE,
      handle: async ({ ctx, subject: { project }, params }) => {
        const where = { owner: ownerOf(project), hookId: params.hook_id };
        const id = await resendDelivery(ctx, { ...where, deliveryId: params.delivery_id });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), pathOf(project));
      },
    }),
  ),
];
