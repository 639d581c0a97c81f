import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { useRef } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { JobActions } from '../job-actions.tsx';
import { failureText } from '../job-parts.tsx';
import { JobSidebar } from '../job-sidebar.tsx';
import { JobWithoutLog } from '../job-without-log.tsx';
import { LogView } from '../log/log-view.tsx';
import { useJobLog } from '../log/use-job-log.ts';
import { CiStatusBadge } from '../pipeline-status.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

function Facts({ job }: { job: JobPageData['job'] }) {
  const verb = job.started_at === null ? 'created' : 'started';
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted">
      <span>
        Job #{job.id} <Time value={job.started_at ?? job.created_at} prefix={`${verb} `} />
        {job.user && (
          <>
            {' '}
            by <UserLink user={job.user} avatar />
          </>
        )}
      </span>
      {job.allow_failure && <Badge>allowed to fail</Badge>}
      {job.retried && <Badge title="Another job has taken its place.">retried</Badge>}
    </div>
  );
}

export default function JobShowPage() {
  const { data } = usePage<JobPageData>();
  const { job, pipeline, log } = data;
  const isRunning = job.state === 'running' || job.state === 'canceling';
  const paths = log !== null && job.erased_at === null && (log.has_log || isRunning) ? log : null;
  // The log says first that the job has ended; the page follows once for each status.
  const followed = useRef(job.state);
  const state = useJobLog(paths, (status) => {
    if (status === job.state || status === followed.current) return;
    followed.current = status;
    void reloadPage();
  });
  usePipelineChanges(
    data.projectId,
    ({ id }) => id === pipeline.id,
    () => void reloadPage(),
  );
  const hasLines = state.lines > 0 || state.problem !== null || (log?.has_log === true && !state.isComplete);
  return (
    <PageBody width="full" sidebar={<JobSidebar data={data} />} sidebarTitle="Job details">
      <PageHeader
        title={<bdi>{job.name}</bdi>}
        badge={<CiStatusBadge status={job.status} isLink={false} />}
        meta={<Facts job={job} />}
        actions={<JobActions data={data} />}
      />
      {job.state === 'failed' && paths !== null && (
        <Banner tone="danger" className="mb-3">
          {failureText(job)}
        </Banner>
      )}
      {paths !== null && hasLines ? (
        <LogView
          state={state}
          rawPath={paths.raw_path}
          searchPath={paths.search_path}
          isLive={!isFinished(job.state)}
        />
      ) : (
        <JobWithoutLog data={data} />
      )}
    </PageBody>
  );
}
