import type { MilestoneEntry } from '@tributary/contract/planning/page.ts';
import { Badge } from '../ui/badge.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

export function MilestoneBadge({ milestone }: { milestone: MilestoneEntry }) {
  if (milestone.state === 'closed') return <Badge>Closed</Badge>;
  if (milestone.isExpired) return <Badge tone="warning">Past due</Badge>;
  return <Badge tone="success">Open</Badge>;
}

export function MilestoneDates({ milestone }: { milestone: MilestoneEntry }) {
  const { startDate, dueDate } = milestone;
  if (startDate && dueDate) return <>{`${startDate} to ${dueDate}`}</>;
  if (dueDate) return <>{`due ${dueDate}`}</>;
  if (startDate) return <>{`from ${startDate}`}</>;
  return <>no dates</>;
}

export function MilestoneProgress({ milestone }: { milestone: MilestoneEntry }) {
  const { total, done } = milestone.progress;
  return (
    <span className="flex w-40 flex-col gap-1 text-sm text-fg-muted">
      <span>{total === 0 ? 'Nothing planned' : `${done} of ${total} done`}</span>
      <ProgressBar value={total === 0 ? 0 : done / total} label={`${milestone.title}: ${done} of ${total} done`} />
    </span>
  );
}
