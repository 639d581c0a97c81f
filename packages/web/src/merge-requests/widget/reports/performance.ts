import type { PerformanceComparison, PerformanceMetric } from '@tributary/contract/merge-requests/tool-reports.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

type Change = 'degraded' | 'same' | 'improved' | 'new';

const short = (value: number): string => String(Number(value.toFixed(2)));

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

/** `change` counts less where the total score stays above its threshold. */
function toItem(metric: PerformanceMetric, change: Change, number: (value: number) => string): ReportItem {
  const { subject, name, value, previous_value: before } = metric;
  return {
    key: `${subject} ${name}`,
    status: LOOKS[change],
    text: `${name}: ${number(value)}${before === null ? '' : deltaText(before, value)}`,
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
const TOTAL_SCORE = 'Total Score';

/** Without a threshold each value that is worse counts; with one, all or none, by the total score. */
function countsDegradation({ metrics, degradation_threshold: threshold }: PerformanceComparison): boolean {
  if (threshold === null) return true;
  const totals = metrics.filter(({ name }) => name === TOTAL_SCORE);
  const delta = totals.reduce((sum, { value, previous_value: before }) => sum + (value - (before ?? value)), 0);
  return threshold + Number(delta.toFixed(2)) <= 0;
}

type Look = { name: string; number: (value: number) => string };

const performanceReport = ({ name, number }: Look): ReportDefinition<PerformanceComparison> => ({
  name,
  loading: `${name} test metrics results are being parsed`,
  failure: `Failed to load ${name.toLowerCase()} report`,
  view: (answer) => {
    const isCounted = countsDegradation(answer);
    const changed = answer.metrics.map((metric) => {
      const change = changeOf(metric);
      return { metric, change: change === 'degraded' && !isCounted ? ('same' as const) : change };
    });
    const count = (change: Change) => changed.filter((each) => each.change === change).length;
    const isWorse = count('degraded') > 0;
    return {
      group: isWorse ? 'warning' : 'success',
      status: isWorse ? 'Warning' : 'Passed',
      summary: summaryOf(name, count),
      items: changed
        .toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change))
        .map(({ metric, change }) => toItem(metric, change, number)),
    };
  },
});

export const browserPerformance = performanceReport({ name: 'Browser performance', number: short });
export const loadPerformance = performanceReport({ name: 'Load performance', number: (value) => value.toFixed(2) });
