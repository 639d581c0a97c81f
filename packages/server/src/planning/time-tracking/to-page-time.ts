import { formatDuration } from '@tributary/contract/planning/durations.ts';
import type { PageTime } from '@tributary/contract/planning/page.ts';
import type { TimeStats } from './track-time.ts';

export function toPageTime(time: TimeStats): PageTime {
  return { ...time, estimate: formatDuration(time.estimateSeconds), spent: formatDuration(time.spentSeconds) };
}
