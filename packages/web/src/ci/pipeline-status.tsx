import type { DetailedStatus } from '@tributary/contract/ci/pipeline-rest.ts';
import { groupOf } from '../projects/statuses/status-group.ts';
import { StatusBadge, StatusIcon } from '../ui/status-icon.tsx';

export function CiStatusIcon({ status, size = 16 }: { status: DetailedStatus; size?: number }) {
  return <StatusIcon group={groupOf(status)} label={status.label} size={size} />;
}

/** Leads to what it is about, unless it stands on that page. */
export function CiStatusBadge({ status, isLink = true }: { status: DetailedStatus; isLink?: boolean }) {
  const badge = <StatusBadge group={groupOf(status)} label={status.text} />;
  if (!isLink || status.details_path === null) return badge;
  return (
    <a href={status.details_path} title={status.label} className="control inline-flex rounded-sm">
      {badge}
    </a>
  );
}
