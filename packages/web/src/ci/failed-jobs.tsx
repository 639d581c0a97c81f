import type { PageJob, PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import { failureText, JobName } from './job-parts.tsx';
import { JobActionButton } from './pipeline-actions.tsx';
import { LogTail } from './log/log-tail.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';

type Props = {
  jobs: readonly PageJob[];
  tails: PipelinePageData['log_tails'];
  onChanged: () => void | Promise<void>;
};

/** Jobs that failed, with what is known of why and the end of their logs. */
export function FailedJobs({ jobs, tails, onChanged }: Props) {
  return (
    <ul aria-label="Failed jobs" className="flex flex-col gap-4">
      {jobs.map((job) => {
        const tail = tails[job.id];
        return (
          <li key={job.id} className="flex flex-col gap-2 border-b pb-4 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <CiStatusIcon status={job.status} />
              <JobName job={job} className="font-medium" />
              <span className="text-fg-muted">
                <bdi>{job.stage}</bdi>
              </span>
              <span className="basis-full text-fg-muted sm:basis-auto">
                <bdi className="wrap-anywhere">{failureText(job)}</bdi>
              </span>
              <span className="ml-auto">
                <JobActionButton action={job.status.action} onDone={onChanged} />
              </span>
            </div>
            {tail !== undefined && <LogTail text={tail} label={`End of the log of ${job.name}`} />}
          </li>
        );
      })}
    </ul>
  );
}
