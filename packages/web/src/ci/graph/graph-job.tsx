import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { formatDuration } from '../format-duration.ts';
import { JobName } from '../job-parts.tsx';
import { JobActionButton } from '../pipeline-actions.tsx';
import { CiStatusIcon } from '../pipeline-status.tsx';
import { RemainingTime } from '../remaining-time.tsx';

/** What the box of a job shows. */
export function GraphJob({ job, onChanged }: { job: PageJob; onChanged: () => void | Promise<void> }) {
  return (
    <>
      <CiStatusIcon status={job.status} />
      <span className="flex min-w-0 flex-1" title={job.status.tooltip}>
        <JobName job={job} className="min-w-0 flex-1" />
      </span>
      {job.scheduled_at !== null && (
        <span className="shrink-0 text-sm text-fg-muted">
          <RemainingTime until={job.scheduled_at} />
        </span>
      )}
      {job.duration !== null && (
        <span className="shrink-0 text-sm text-fg-muted tabular-nums">{formatDuration(job.duration)}</span>
      )}
      <JobActionButton action={job.status.action} onDone={onChanged} />
    </>
  );
}

const IMPORTANCE = ['failed', 'running', 'canceling', 'pending', 'manual', 'scheduled', 'canceled', 'success'] as const;

const rank = ({ state, allow_failure: mayFail }: PageJob): number => {
  const at = IMPORTANCE.findIndex((each) => each === state);
  return at < 0 ? IMPORTANCE.length : mayFail && state === 'failed' ? 0.5 : at;
};

/** How the jobs of a closed group stand: as the one that matters most does. */
export function GraphGroup({ jobs }: { jobs: readonly PageJob[] }) {
  const [most] = jobs.toSorted((a, b) => rank(a) - rank(b));
  return most && <CiStatusIcon status={most.status} />;
}
