import { doraInput, restDoraValue } from '@tributary/contract/environments/dora.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { doraMetrics } from '../reads/dora-metrics.ts';
import type { DoraOwner } from '../store/dora-store.ts';

const tag = 'DORA metrics';
const common = { method: 'GET', tag, input: doraInput, response: z.array(restDoraValue) } as const;

function answer(ctx: Context, owner: DoraOwner, input: z.output<typeof doraInput>) {
  const { metric, interval, start_date: from, end_date: to, environment_tiers: tiers } = input;
  return doraMetrics(ctx, owner, { metric, interval, from, to, tiers });
}

export const doraRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    path: '/projects/:id/dora/metrics',
    ability: 'read_dora_metrics',
    summary: 'Get DORA metrics of a project',
    subject: inProject,
    handle: ({ ctx, subject, input }) => answer(ctx, { projectId: subject.project.id }, input),
  }),
  defineRoute({
    ...common,
    path: '/groups/:id/dora/metrics',
    ability: 'read_group_dora_metrics',
    summary: 'Get DORA metrics of a group',
    subject: inGroup,
    handle: ({ ctx, subject, input }) => answer(ctx, { namespaceId: subject.namespace.id }, input),
  }),
];
