import type { RunnerJobItem, RunnerManagerItem, RunnerPageData } from '@tributary/contract/ci/runners-page.ts';
import { useState } from 'react';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { formatDuration } from '../format-duration.ts';
import { JobName } from '../job-parts.tsx';
import { CiStatusBadge } from '../pipeline-status.tsx';
import { RegisterDialog } from '../runners/register-dialog.tsx';
import { RunnerDialog } from '../runners/runner-dialog.tsx';
import { RunnerBadges, RunnerMeta, runnerName, RunnerStatusBadge } from '../runners/runner-parts.tsx';
import { useRunnerActions } from '../runners/use-runner-actions.ts';

const JOB_COLUMNS: TableColumn<RunnerJobItem>[] = [
  {
    key: 'status',
    header: 'Status',
    width: '130px',
    render: ({ status }) => <CiStatusBadge status={status} isLink={false} />,
  },
  { key: 'name', header: 'Job', primary: true, render: (job) => <JobName job={job} className="font-medium" /> },
  {
    key: 'project',
    header: 'Project',
    render: ({ projectPath }) => (
      <a href={`/${projectPath}`} className="rounded-sm wrap-anywhere text-fg hover:text-accent-fg">
        <bdi>{projectPath}</bdi>
      </a>
    ),
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

const MANAGER_COLUMNS: TableColumn<RunnerManagerItem>[] = [
  { key: 'status', header: 'Status', width: '130px', render: ({ status }) => <RunnerStatusBadge status={status} /> },
  { key: 'system', header: 'System ID', primary: true, render: ({ systemId }) => <code>{systemId}</code> },
  { key: 'version', header: 'Version', render: ({ version }) => version ?? 'Unknown' },
  {
    key: 'platform',
    header: 'Platform',
    render: ({ platform, architecture, executor }) =>
      [platform, architecture, executor].filter((part) => part !== null).join(' · ') || 'Unknown',
  },
  { key: 'address', header: 'IP address', hideNarrow: true, render: ({ ipAddress }) => ipAddress ?? 'Unknown' },
  {
    key: 'contact',
    header: 'Last contact',
    render: ({ contactedAt }) => (contactedAt === null ? 'Never' : <Time value={contactedAt} />),
  },
];

function Containers({ data: { runner, containers } }: { data: RunnerPageData }) {
  if (runner.kind === 'instance') return <p className="text-fg-muted">All projects that use instance runners.</p>;
  if (containers.length === 0) return <p className="text-fg-muted">No projects that you can see.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {containers.map(({ name, href }) => (
        <li key={href}>
          <a href={href} className="rounded-sm wrap-anywhere text-accent-fg hover:underline">
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** One runner: what it is, its machines, where it works and its jobs. */
export default function RunnerShowPage() {
  const { data } = usePage<RunnerPageData>();
  const { runner, scope, url, jobs, managers, createdBy, paging } = data;
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { error, isBusy, setPaused, remove } = useRunnerActions(runner, scope);
  const reset = async () => {
    const text = 'The current token stops working immediately. Register the runner again with the new token.';
    const question = { title: 'Reset the token?', text, action: 'Reset token', danger: true };
    if (!(await confirm(question))) return;
    setProblem(null);
    try {
      const made = await api.post<{ token: string }>(`/api/v4/runners/${runner.id}/reset_authentication_token`);
      setToken(made.token);
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  const list = runner.href.slice(0, runner.href.lastIndexOf('/'));
  return (
    <PageBody>
      <PageHeader
        title={<bdi>{runnerName(runner)}</bdi>}
        badge={<RunnerBadges runner={runner} />}
        meta={
          <>
            <RunnerMeta runner={runner} />
            {createdBy !== null && (
              <span className="block">
                Created by{' '}
                <a href={createdBy.href} className="text-accent-fg hover:underline">
                  <bdi>{createdBy.name}</bdi>
                </a>
              </span>
            )}
            {runner.maximumTimeout !== null && (
              <span className="block">Maximum job timeout: {formatDuration(runner.maximumTimeout)}</span>
            )}
            {runner.maintenanceNote !== '' && <span className="block wrap-anywhere">{runner.maintenanceNote}</span>}
          </>
        }
        actions={
          runner.canAdmin && (
            <>
              <Button busy={isBusy} onClick={() => void setPaused(!runner.isPaused)}>
                {runner.isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button onClick={() => setEditing(true)}>Edit</Button>
              <Button onClick={() => void reset()}>Reset token</Button>
              <Button variant="danger" onClick={() => void remove(() => navigate(list))}>
                Delete
              </Button>
            </>
          )
        }
      />
      {(error ?? problem) !== null && (
        <Banner tone="danger" live>
          {error ?? problem}
        </Banner>
      )}
      <Section title="Machines">
        <Table
          label="Machines"
          columns={MANAGER_COLUMNS}
          rows={managers}
          rowKey={({ id }) => id}
          empty={<p className="text-fg-muted">No machine has used this runner yet.</p>}
        />
      </Section>
      <Section title="Works for" className="border-t">
        <Containers data={data} />
      </Section>
      <Section title="Jobs" className="border-t">
        <Table
          label="Jobs"
          columns={JOB_COLUMNS}
          rows={jobs}
          rowKey={({ id }) => id}
          empty={<p className="text-fg-muted">There are no jobs of this runner that you can see.</p>}
        />
        <ListPages paging={paging} />
      </Section>
      {isEditing && (
        <RunnerDialog scope={scope} runner={runner} onCreated={() => undefined} onClose={() => setEditing(false)} />
      )}
      {token !== null && <RegisterDialog url={url} token={token} title="New token" onClose={() => setToken(null)} />}
    </PageBody>
  );
}
