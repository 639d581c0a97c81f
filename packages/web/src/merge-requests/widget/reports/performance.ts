import type { PerformanceComparison, PerformanceMetric } from '@tributary/contract/merge-requests/tool-reports.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

type Change = 'degraded' | 'same' | 'improved' | 'new';

const two = (value: number): string => String(Number(value.toFixed(2)));

export function changeOf({ value, previous_value: before, desired_size: desired }: PerformanceMetric): Change {
  if (before === null) return 'new';
  const delta = Number((value - before).toFixed(2));
  if (delta === 0) return 'same';
  return delta < 0 === (desired === 'smaller') ? 'improved' : 'degraded';
}

/** The change in whole per cent; a dash where there is none to tell, as from 0. */
export function percentageChange(before: number, now: number): string {
  if (before === now) return '0%';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent}%` : '-';
}

function deltaText(before: number, now: number): string {
  const delta = Number((now - before).toFixed(2));
  return ` (${delta > 0 ? '+' : ''}${delta}, ${percentageChange(before, now)})`;
}

const LOOKS = {
  degraded: { group: 'failed', label: 'Degraded' },
  same: { group: 'neutral', label: 'No change' },
  improved: { group: 'success', label: 'Improved' },
  new: { group: 'notice', label: 'New' },
} as const;

function toItem(metric: PerformanceMetric): ReportItem {
  const { subject, name, value, previous_value: before } = metric;
  return {
    key: `${subject} ${name}`,
    status: LOOKS[changeOf(metric)],
    text: `${name}: ${two(value)}${before === null ? '' : deltaText(before, value)}`,
    subtext: subject,
  };
}

function summaryOf(name: string, count: (change: Change) => number): string {
  const parts = [
    ...(count('degraded') > 0 ? [`${count('degraded')} degraded`] : []),
    ...(count('same') > 0 ? [`${count('same')} same`] : []),
    ...(count('improved') > 0 ? [`${count('improved')} improved`] : []),
  ];
  if (parts.length === 0) return `${name} test metrics: no previous results to compare with`;
  return `${name} test metrics results: ${parts.join(', ')}`;
}

const ORDER: readonly Change[] = ['degraded', 'new', 'same', 'improved'];

const performanceReport = (name: string): ReportDefinition<PerformanceComparison> => ({
  name,
  loading: `${name} test metrics results are being parsed`,
  failure: `Failed to load ${name.toLowerCase()} report`,
  view: ({ metrics }) => {
    const count = (change: Change) => metrics.filter((metric) => changeOf(metric) === change).length;
    const isWorse = count('degraded') > 0;
    return {
      group: isWorse ? 'warning' : 'success',
      status: isWorse ? 'Warning' : 'Passed',
      summary: summaryOf(name, count),
      items: metrics
        .toSorted((a, b) => ORDER.indexOf(changeOf(a)) - ORDER.indexOf(changeOf(b)))
        .map((metric) => toItem(metric)),
    };
  },
});

export const browserPerformance = performanceReport('Browser performance');
export const loadPerformance = performanceReport('Load performance');
