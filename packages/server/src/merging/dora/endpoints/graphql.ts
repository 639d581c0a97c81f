import {
  DORA_INTERVALS,
  DORA_METRICS,
  type DoraInterval,
  type DoraMetric,
} from '@tributary/contract/environments/dora.ts';
import { TIERS } from '@tributary/contract/environments/status.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import { doraMetrics, type DoraRequest } from '../reads/dora-metrics.ts';
import type { DoraOwner, DoraRow } from '../store/dora-store.ts';

type DoraValues = { date: string | null } & Record<DoraMetric, number | null>;

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Dora: { owner: DoraOwner };
    DoraMetric: DoraValues;
  }
}

const upper = <T extends string>(text: T) => text.toUpperCase() as Uppercase<T>;

/** The values of all four metrics by date. */
function joined(byMetric: readonly (readonly [DoraMetric, DoraRow[]])[]): DoraValues[] {
  const dates = byMetric[0]?.[1] ?? [];
  return dates.map(({ date }, index) => {
    const values = Object.fromEntries(byMetric.map(([metric, rows]) => [metric, rows[index]?.value ?? null]));
    return { date, ...values } as DoraValues;
  });
}

/** DORA metrics of projects and groups. */
export function extendWithDora(builder: GraphqlBuilder): void {
  const interval = builder.enumType('DoraMetricBucketingInterval', { values: DORA_INTERVALS.map(upper) });
  builder.objectType('DoraMetric', {
    fields: (t) => ({
      date: t.string({ nullable: true, resolve: ({ date }) => date }),
      deploymentFrequency: t.float({ nullable: true, resolve: (row) => row.deployment_frequency }),
      leadTimeForChanges: t.float({ nullable: true, resolve: (row) => row.lead_time_for_changes }),
      timeToRestoreService: t.float({ nullable: true, resolve: (row) => row.time_to_restore_service }),
      changeFailureRate: t.float({ nullable: true, resolve: (row) => row.change_failure_rate }),
    }),
  });
  builder.objectType('Dora', {
    description: 'Figures of how changes are delivered.',
    fields: (t) => ({
      metrics: t.field({
        type: ['DoraMetric'],
        nullable: true,
        args: {
          startDate: t.arg.string(),
          endDate: t.arg.string(),
          interval: t.arg({ type: interval }),
          environmentTiers: t.arg.stringList(),
        },
        resolve: async ({ owner }, args, { ctx }) => {
          const bucket = DORA_INTERVALS.find((each): each is DoraInterval => upper(each) === args.interval);
          const tiers = TIERS.filter((tier) => args.environmentTiers?.some((each) => each.toLowerCase() === tier));
          const request: Omit<DoraRequest, 'metric'> = {
            interval: bucket ?? 'daily',
            from: args.startDate,
            to: args.endDate,
            tiers,
          };
          return joined(
            await Promise.all(
              DORA_METRICS.map(
                async (metric) => [metric, await doraMetrics(ctx, owner, { ...request, metric })] as const,
              ),
            ),
          );
        },
      }),
    }),
  });
  builder.objectFields('Project', (t) => ({
    dora: t.field({
      type: 'Dora',
      nullable: true,
      resolve: async ({ project }, _args, { ctx }) => {
        const { policy } = await getProjectAccess(ctx, project.id);
        return isAllowed(ctx.actor, 'read_dora_metrics', policy) ? { owner: { projectId: project.id } } : null;
      },
    }),
  }));
  builder.objectFields('Group', (t) => ({
    dora: t.field({
      type: 'Dora',
      nullable: true,
      resolve: async ({ id }, _args, { ctx }) => {
        const { policy } = await getNamespaceAccess(ctx, id);
        return isAllowed(ctx.actor, 'read_group_dora_metrics', policy) ? { owner: { namespaceId: id } } : null;
      },
    }),
  }));
}
