import type { JobListItem, JobsPageData } from '@tributary/contract/ci/jobs-page.ts';
import { CirclePlay, SearchX } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { jobFilterFields } from '../filter-fields.ts';
import { formatDuration } from '../format-duration.ts';
import { JobName } from '../job-parts.tsx';
import { JobActionButton } from '../pipeline-actions.tsx';
import { CiStatusBadge } from '../pipeline-status.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

const LINK = 'rounded-sm wrap-anywhere text-fg-muted hover:text-accent-fg';
const NO_FILTERS = { status: null, source: null, name: null, runner_type: null, scope: null, search: null, page: null };

function JobCell({ job }: { job: JobListItem }) {
  return (
    <span className="flex flex-col gap-0.5">
      <span className="inline-flex flex-wrap items-center gap-2">
        <JobName job={job} className="font-medium" />
        {job.allow_failure && <Badge>allowed to fail</Badge>}
        {job.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
      <span className="text-sm text-fg-muted">
        <a href={job.ref.path} className={LINK}>
          <bdi>{job.ref.name}</bdi>
        </a>
        {' · '}
        <a href={job.commit.path} className={`${LINK} font-mono`}>
          {job.commit.short_id}
        </a>
      </span>
    </span>
  );
}

function RunnerCell({ runner }: Pick<JobListItem, 'runner'>) {
  if (runner === null) return <span className="text-fg-muted">None</span>;
  return (
    <span>
      <bdi>{runner.description || 'Runner'}</bdi>
      <span className="block text-sm text-fg-muted">{runner.kind}</span>
    </span>
  );
}

const PROJECT: TableColumn<JobListItem> = {
  key: 'project',
  header: 'Project',
  render: ({ projectPath }) => (
    <a href={`/${projectPath}`} className="rounded-sm wrap-anywhere text-fg hover:text-accent-fg">
      <bdi>{projectPath}</bdi>
    </a>
  ),
};

const columnsOf = (scope: JobsPageData['scope']): TableColumn<JobListItem>[] => [
  {
    key: 'status',
    header: 'Status',
    width: '130px',
    render: ({ status, duration, finished_at: finishedAt }) => (
      <span className="flex flex-col items-start gap-0.5">
        <CiStatusBadge status={status} isLink={false} />
        <span className="text-sm text-fg-muted tabular-nums">
          {duration !== null && formatDuration(duration)}
          {finishedAt !== null && (
            <>
              {' · '}
              <Time value={finishedAt} />
            </>
          )}
        </span>
      </span>
    ),
  },
  { key: 'name', header: 'Job', primary: true, render: (job) => <JobCell job={job} /> },
  ...(scope === 'instance' ? [PROJECT] : []),
  {
    key: 'pipeline',
    header: 'Pipeline',
    render: ({ pipeline, user }) => (
      <span>
        <a href={pipeline.path} className="rounded-sm text-fg hover:text-accent-fg">
          #{pipeline.id}
        </a>
        {user !== null && (
          <span className="block text-sm text-fg-muted">
            by{' '}
            <a href={`/${user.username}`} className={LINK}>
              <bdi>{user.name}</bdi>
            </a>
          </span>
        )}
      </span>
    ),
  },
  { key: 'stage', header: 'Stage', hideNarrow: true, render: ({ stage }) => <bdi>{stage}</bdi> },
  { key: 'runner', header: 'Runner', hideNarrow: true, render: ({ runner }) => <RunnerCell runner={runner} /> },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: '48px',
    align: 'end',
    render: ({ status }) => <JobActionButton action={status.action} onDone={reloadPage} />,
  },
];

function CancelAll({ onProblem }: { onProblem: (text: string | null) => void }) {
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    const text = 'Cancels all pending and running jobs of all projects. Manual jobs are kept.';
    if (!(await confirm({ title: 'Cancel all jobs?', text, action: 'Cancel all jobs', danger: true }))) return;
    setBusy(true);
    onProblem(null);
    try {
      await api.post('/admin/jobs/cancel_all');
      await reloadPage();
    } catch (failure) {
      onProblem(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="danger" busy={isBusy} onClick={() => void cancel()}>
      Cancel all jobs
    </Button>
  );
}

function NoJobs({ data }: { data: JobsPageData }) {
  const { setSearch } = usePageUrl();
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.list !== 'all' || Object.values(data.filters).some((value) => value !== null)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching jobs"
        text="Change or remove the filters."
        action={<Button onClick={() => void setSearch(NO_FILTERS)}>Remove all filters</Button>}
      />
    );
  }
  return <EmptyState icon={CirclePlay} title="No jobs" text="Jobs of pipelines are listed here." />;
}

/** The jobs of a project, or of the whole instance. */
export default function JobsPage() {
  const { data } = usePage<JobsPageData>();
  const { search, hrefWith } = usePageUrl();
  const [problem, setProblem] = useState<string | null>(null);
  usePipelineChanges(
    data.topic,
    () => true,
    () => void reloadPage(),
  );
  return (
    <PageBody width="full">
      <PageHeader title="Jobs" actions={data.canCancelAll && <CancelAll onProblem={setProblem} />} />
      {problem !== null && (
        <Banner tone="danger" live>
          {problem}
        </Banner>
      )}
      <LinkTabs
        label="Jobs"
        items={(['all', 'finished'] as const).map((key) => ({
          key,
          label: key === 'all' ? 'All' : 'Finished',
          active: data.list === key,
          href: hrefWith({ scope: key === 'all' ? null : key, page: null }),
          count: key === 'all' && data.list === 'all' ? (data.paging.total ?? undefined) : undefined,
        }))}
      />
      <PageFilterBar fields={jobFilterFields} placeholder="Filter jobs, such as status:Failed" />
      {search.get('search') !== null && (
        <Banner tone="warning" className="mb-2">
          Raw text search is not currently supported. Please use the available search tokens.
        </Banner>
      )}
      {data.jobs.length > 0 ? (
        <Table label="Jobs" columns={columnsOf(data.scope)} rows={data.jobs} rowKey={({ id }) => id} />
      ) : (
        <NoJobs data={data} />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
