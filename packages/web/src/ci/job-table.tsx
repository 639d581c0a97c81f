import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { useState } from 'react';
import { Time } from '../lib/time.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { formatDuration } from './format-duration.ts';
import { JobName } from './job-parts.tsx';
import { JobActionButton } from './pipeline-actions.tsx';
import { CiStatusBadge } from './pipeline-status.tsx';

type Done = () => void | Promise<void>;

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

const columnsOf = (onChanged: Done): TableColumn<PageJob>[] => [
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
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: '48px',
    align: 'end',
    render: ({ status }) => <JobActionButton action={status.action} onDone={onChanged} />,
  },
];

/** As many as are read at once; of a pipeline with a thousand jobs the rest is a click away. */
const STEP = 100;

export function JobTable({ jobs, onChanged }: { jobs: readonly PageJob[]; onChanged: Done }) {
  const [limit, setLimit] = useState(STEP);
  const rest = jobs.length - limit;
  return (
    <>
      <Table label="Jobs" columns={columnsOf(onChanged)} rows={jobs.slice(0, limit)} rowKey={({ id }) => id} />
      {rest > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button onClick={() => setLimit(limit + STEP)}>Show {Math.min(rest, STEP)} more jobs</Button>
          <Button variant="ghost" onClick={() => setLimit(jobs.length)}>
            Show all {jobs.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </>
  );
}
