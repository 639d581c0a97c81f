import type { DoraMetric } from '@tributary/contract/environments/dora.ts';

type MetricText = { title: string; text: string; /** A smaller value is the better one. */ isLessBetter: boolean };

export const METRIC_TEXTS: Readonly<Record<DoraMetric, MetricText>> = {
  deployment_frequency: {
    title: 'Deployment frequency',
    text: 'Successful deployments per day',
    isLessBetter: false,
  },
  lead_time_for_changes: {
    title: 'Lead time for changes',
    text: 'Median time from the merge of a merge request to its deployment',
    isLessBetter: true,
  },
  time_to_restore_service: {
    title: 'Time to restore service',
    text: 'Median time from a failed deployment to the next successful one',
    isLessBetter: true,
  },
  change_failure_rate: {
    title: 'Change failure rate',
    text: 'Share of deployments that failed',
    isLessBetter: true,
  },
};

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

function formatSeconds(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 's'];
  const count = seconds / size;
  return `${count.toFixed(count < 10 && size > 1 ? 1 : 0)} ${unit}`;
}

/** A value as users read it; `days` are those it was counted in. */
export function formatFigure(metric: DoraMetric, value: number | null, days: number): string {
  if (value === null) return '–';
  if (metric === 'change_failure_rate') return `${(value * 100).toFixed(1)}%`;
  if (metric !== 'deployment_frequency') return formatSeconds(value);
  return `${(value / days).toFixed(days === 1 ? 0 : 2)}${days === 1 ? '' : ' per day'}`;
}

/** How a value differs from the one before in per cent; null where they cannot be compared. */
export function changeInPercent(value: number | null, before: number | null): number | null {
  if (value === null || before === null || before === 0) return null;
  return Math.round(((value - before) / before) * 100);
}
