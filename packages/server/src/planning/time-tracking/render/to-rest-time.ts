import { formatDuration } from '@tributary/contract/planning/durations.ts';

type Stats = { estimateSeconds: number; spentSeconds: number };

export function toRestTimeStats({ estimateSeconds, spentSeconds }: Stats) {
  return {
    time_estimate: estimateSeconds,
    total_time_spent: spentSeconds,
    human_time_estimate: formatDuration(estimateSeconds),
    human_total_time_spent: formatDuration(spentSeconds),
  };
}
