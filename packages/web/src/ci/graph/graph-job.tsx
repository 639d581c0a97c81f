import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { formatDuration } from '../format-duration.ts';
import { JobName } from '../job-parts.tsx';
import { JobActionButton } from '../pipeline-actions.tsx';
import { CiStatusIcon } from '../pipeline-status.tsx';

/** What the box of a job shows. */
export function GraphJob({ job, onChanged }: { job: PageJob; onChanged: () => void | Promise<void> }) {
  return (
    <>
      <CiStatusIcon status={job.status} />
      <span className="flex min-w-0 flex-1" title={job.status.tooltip}>
        <JobName job={job} className="min-w-0 flex-1" />
      </span>
      {job.duration !== null && (
        <span className="shrink-0 text-sm text-fg-muted tabular-nums">{formatDuration(job.duration)}</span>
      )}
      <JobActionButton action={job.status.action} onDone={onChanged} />
    </>
  );
}
