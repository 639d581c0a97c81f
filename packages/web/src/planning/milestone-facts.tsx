import type { MilestoneEntry } from '@tributary/contract/planning/page.ts';
import { formatDay, formatDayRange } from '../lib/calendar-day.ts';
import { Badge } from '../ui/badge.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

export function MilestoneBadge({ milestone }: { milestone: MilestoneEntry }) {
  if (milestone.state === 'closed') return <Badge>Closed</Badge>;
  if (milestone.isExpired) return <Badge tone="warning">Past due</Badge>;
  return <Badge tone="success">Open</Badge>;
}

export function MilestoneDates({ milestone }: { milestone: MilestoneEntry }) {
  const { startDate, dueDate } = milestone;
  if (startDate && dueDate) return <>{formatDayRange(startDate, dueDate)}</>;
  if (dueDate) return <>{`Due ${formatDay(dueDate)}`}</>;
  if (startDate) return <>{`Starts ${formatDay(startDate)}`}</>;
  return <>No dates</>;
}

export function MilestoneProgress({ milestone }: { milestone: MilestoneEntry }) {
  const { total, done } = milestone.progress;
  if (total === 0) return <span className="text-sm text-fg-muted sm:w-40">No items</span>;
  return (
    <div className="w-40 max-w-full">
      <ProgressBar
        value={done / total}
        label={`${done} of ${total} done`}
        detail={`${Math.floor((done / total) * 100)}%`}
      />
    </div>
  );
}
