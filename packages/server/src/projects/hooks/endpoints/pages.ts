import { hookParams, testHookInput } from '@tributary/contract/projects/hooks.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { ProjectHookPageData, ProjectHooksPageData } from '@tributary/contract/projects/page.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { inProject } from '../../access/subjects.ts';
import { toPaging } from '../../render/to-page.ts';
import { resendDelivery, testHook } from '../operations/send-hook.ts';
import { sampledTriggers } from '../payload-registry.ts';
import { getDelivery, getHook, listDeliveries, listHooks } from '../reads/hook-views.ts';
import { HOOK_EVENTS, toDeliveryCard, toDeliveryDetail, toHookCard } from '../render/to-page-hook.ts';

const DELIVERIES_PER_PAGE = 20;
const MAX_HOOKS = 100;

/** 0, which nothing has, for what is no number. */
function idOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

export const hookPages: Page[] = [
  definePage<ProjectAccess, ProjectHooksPageData>({
    kind: 'project_hooks',
    on: 'project',
    path: 'hooks',
    ability: 'read_hooks',
    nav: 'project_hooks',
    load: async ({ ctx, subject: { project } }) => {
      const { items } = await listHooks(ctx, project.id, { page: 1, perPage: MAX_HOOKS });
      return {
        title: 'Webhooks',
        breadcrumbs: [{ text: 'Webhooks', href: `/${project.full_path}/-/hooks` }],
        data: { hooks: items.map((view) => toHookCard(view, project.full_path)), events: HOOK_EVENTS },
      };
    },
  }),
  definePage<ProjectAccess, ProjectHookPageData>({
    kind: 'project_hook',
    on: 'project',
    path: 'hooks/:hook_id',
    ability: 'read_hooks',
    nav: 'project_hooks',
    load: async ({ ctx, subject: { project }, params, query }) => {
      const view = await getHook(ctx, project.id, idOf(params['hook_id']));
      const request = { page: pageNumber(query), perPage: DELIVERIES_PER_PAGE };
      const page = await listDeliveries(ctx, view.hook.id, request);
      const card = toHookCard(view, project.full_path);
      const title = card.name === '' ? 'Webhook' : card.name;
      const triggers = sampledTriggers();
      return {
        title,
        breadcrumbs: [
          { text: 'Webhooks', href: `/${project.full_path}/-/hooks` },
          { text: title, href: card.href },
        ],
        data: {
          hook: card,
          events: HOOK_EVENTS,
          deliveries: page.items.map(toDeliveryCard),
          paging: toPaging(page),
          testTriggers: HOOK_EVENTS.filter((event) => triggers.includes(event.key)).map(({ key, label }) => ({
            key,
            label,
          })),
          paths: { test: `${card.href}/test`, deliveries: `${card.href}/deliveries` },
        },
      };
    },
  }),
];

const deliveryParams = hookParams.extend({ delivery_id: idInput });
const TESTS_PER_MINUTE = 5;

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
        const where = { projectId: project.id, hookId: params.hook_id };
        const id = await testHook(ctx, { ...where, trigger: input.trigger });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), project.full_path);
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
        const { hook } = await getHook(ctx, project.id, params.hook_id);
        return toDeliveryDetail(await getDelivery(ctx, hook.id, params.delivery_id), project.full_path);
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
        const where = { projectId: project.id, hookId: params.hook_id };
        const id = await resendDelivery(ctx, { ...where, deliveryId: params.delivery_id });
        return toDeliveryDetail(await getDelivery(ctx, params.hook_id, id), project.full_path);
      },
    }),
  ),
];
