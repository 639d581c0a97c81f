import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { Time } from '../lib/time.tsx';
import { Badge } from '../ui/badge.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { formatDuration } from './format-duration.ts';
import { JobName } from './job-parts.tsx';
import { CiStatusBadge } from './pipeline-status.tsx';

const NAME: TableColumn<PageJob> = {
  key: 'name',
  header: 'Name',
  primary: true,
  render: (job) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <JobName job={job} className="font-medium" />
      {job.allow_failure && <Badge>allowed to fail</Badge>}
    </span>
  ),
};
const STAGE: TableColumn<PageJob> = { key: 'stage', header: 'Stage', render: ({ stage }) => <bdi>{stage}</bdi> };

const JOBS: TableColumn<PageJob>[] = [
  {
    key: 'status',
    header: 'Status',
    width: '130px',
    render: ({ status }) => <CiStatusBadge status={status} isLink={false} />,
  },
  NAME,
  STAGE,
  {
    key: 'coverage',
    header: 'Coverage',
    hideNarrow: true,
    render: ({ coverage }) => coverage !== null && `${coverage.toFixed(2)}%`,
  },
  {
    key: 'duration',
    header: 'Duration',
    render: ({ duration, finished_at: finishedAt }) => (
      <span className="text-fg-muted tabular-nums">
        {duration !== null && formatDuration(duration)}
        {finishedAt !== null && (
          <>
            {' · '}
            <Time value={finishedAt} />
          </>
        )}
      </span>
    ),
  },
];

export function JobTable({ jobs }: { jobs: readonly PageJob[] }) {
  return <Table label="Jobs" columns={JOBS} rows={jobs} rowKey={({ id }) => id} />;
}
