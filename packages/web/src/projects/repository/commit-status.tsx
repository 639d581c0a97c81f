import type {
  CommitState,
  CommitStatusSummary,
  CommitStatusView,
} from '@tributary/contract/projects/commit-statuses.ts';
import { ExternalLink } from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { StatusIcon, type StatusGroup } from '../../ui/status-icon.tsx';

const LOOKS: Record<CommitState, { group: StatusGroup; text: string }> = {
  pending: { group: 'notice', text: 'Pending' },
  running: { group: 'running', text: 'Running' },
  success: { group: 'success', text: 'Passed' },
  failed: { group: 'failed', text: 'Failed' },
  canceled: { group: 'neutral', text: 'Canceled' },
  skipped: { group: 'neutral', text: 'Skipped' },
};

/** How what other systems reported on a commit stands together; leads to the commit, where each is told. */
export function CommitStatusIcon({ status, href }: { status: CommitStatusSummary | null; href: string }) {
  if (!status) return null;
  const { group, text } = LOOKS[status.state];
  const label = `Status: ${text.toLowerCase()}, ${status.passed} of ${status.total} passed`;
  return (
    <a href={href} aria-label={label} title={label} className="control inline-flex rounded-sm">
      <StatusIcon group={group} label={label} size={16} />
    </a>
  );
}

/** Each report on a commit, in the order they first came. */
export function CommitStatusList({ statuses }: { statuses: readonly CommitStatusView[] }) {
  return (
    <ul className="flex min-w-0 flex-col gap-1 py-0.5">
      {statuses.map((status) => {
        const { group, text } = LOOKS[status.state];
        return (
          <li key={status.id} className="flex min-w-0 items-start gap-x-2">
            <StatusIcon group={group} label={text} size={16} className="mt-0.5" />
            <span className="min-w-0 break-words">
              {status.targetUrl === null ? (
                <bdi className="font-medium">{status.name}</bdi>
              ) : (
                <a
                  href={status.targetUrl}
                  rel="noopener noreferrer nofollow"
                  target="_blank"
                  className="rounded-sm text-accent-fg hover:underline"
                >
                  <bdi>{status.name}</bdi>{' '}
                  <ExternalLink size={12} aria-label="(opens in a new tab)" className="inline align-baseline" />
                </a>
              )}
              {status.description !== null && status.description !== '' && (
                <bdi className="ml-2 text-fg-muted">{status.description}</bdi>
              )}
              <span className="ml-2 text-sm text-fg-muted">
                <bdi>{status.ref}</bdi>, <Time value={status.reportedAt} />
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
