import type { MetricsComparison, ReportedMetric } from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

const isChanged = ({ value, previous_value: before }: ReportedMetric): boolean => before !== null && before !== value;

type Part = { header: string; metrics: readonly ReportedMetric[]; badge?: string };

const itemsOf = ({ header, metrics, badge }: Part): ReportItem[] =>
  metrics.map((metric, index) => ({
    key: `${header} ${metric.name}`,
    ...(index === 0 && { header }),
    text: `${metric.name}: ${metric.value}${isChanged(metric) ? ` (${metric.previous_value})` : ''}`,
    ...(badge !== undefined && { badge }),
  }));

export const metricsReport: ReportDefinition<MetricsComparison> = {
  name: 'Metrics reports',
  loading: 'Metrics reports are loading',
  failure: 'Metrics reports failed to load results',
  view: ({ new_metrics: added, existing_metrics: existing, removed_metrics: removed }) => {
    const changed = existing.filter(isChanged);
    const same = existing.filter((metric) => !isChanged(metric));
    const parts = [
      ...(changed.length > 0 ? [`${changed.length} changed`] : []),
      ...(added.length > 0 ? [`${added.length} new`] : []),
      ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ];
    const total = added.length + existing.length;
    return {
      group: changed.length > 0 ? 'warning' : 'success',
      status: changed.length > 0 ? 'Changed' : 'Passed',
      summary: `Metrics reports: ${parts.length === 0 ? 'no changes' : parts.join(', ')}, ${plural(total, 'metric')} in all`,
      items: [
        ...itemsOf({ header: 'Changed', metrics: changed }),
        ...itemsOf({ header: 'New', metrics: added, badge: 'New' }),
        ...itemsOf({ header: 'Removed', metrics: removed, badge: 'Removed' }),
        ...itemsOf({ header: 'No changes', metrics: same }),
      ],
    };
  },
};
