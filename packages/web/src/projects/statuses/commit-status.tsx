import { lookOfJob, lookOfPipeline } from '@tributary/contract/ci/status.ts';
import type {
  CommitStatusSummary,
  CommitStatusView,
  ProjectPipelineStatus,
} from '@tributary/contract/projects/commit-statuses.ts';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Time } from '../../lib/time.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { groupOf } from './status-group.ts';

/** The status of the newest pipeline of a commit; leads to the pipeline. */
export function CommitStatusIcon({ status }: { status: CommitStatusSummary | null }) {
  if (!status) return null;
  return <PipelineIconLink status={status} detail={`, ${status.passed} of ${status.total} jobs passed`} />;
}

/** Of a pipeline in a list; leads to it. */
export function PipelineIconLink({ status, detail = '' }: { status: ProjectPipelineStatus; detail?: string }) {
  const look = lookOfPipeline(status.state, status.hasWarnings);
  const label = `Pipeline: ${look.label}${detail}`;
  return (
    <a href={status.href} aria-label={label} title={label} className="control inline-flex rounded-sm">
      <StatusIcon group={groupOf(look)} label={label} size={16} />
    </a>
  );
}

function StatusName({ status: { name, targetUrl, href } }: { status: CommitStatusView }) {
  const link = 'rounded-sm text-accent-fg hover:underline';
  if (targetUrl !== null) {
    return (
      <a href={targetUrl} rel="noopener noreferrer nofollow" target="_blank" className={link}>
        <bdi>{name}</bdi> <ExternalLink size={12} aria-label="(opens in a new tab)" className="inline align-baseline" />
      </a>
    );
  }
  if (href === null) return <bdi className="font-medium">{name}</bdi>;
  return (
    <a href={href} className={link}>
      <bdi>{name}</bdi>
    </a>
  );
}

const MAX_OPEN = 5;

/** Each report on a commit, in the order they first came; of many the first few, until the others are asked for. */
export function CommitStatusList({ statuses }: { statuses: readonly CommitStatusView[] }) {
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && statuses.length > MAX_OPEN + 1;
  return (
    <ul className="flex min-w-0 flex-col gap-1 py-0.5">
      {(isFolded ? statuses.slice(0, MAX_OPEN) : statuses).map((status) => {
        const look = lookOfJob(status.state, status.allowFailure);
        return (
          <li key={status.id} className="flex min-w-0 items-start gap-x-2">
            <StatusIcon group={groupOf(look)} label={look.text} size={16} className="mt-0.5" />
            <span className="min-w-0 break-words">
              <StatusName status={status} />
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
      {isFolded && (
        <li>
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="control rounded-sm text-sm text-accent-fg hover:underline"
          >
            Show all {statuses.length}
          </button>
        </li>
      )}
    </ul>
  );
}
