import type { PageDeployment } from '@tributary/contract/environments/page.ts';
import { CiStatusIcon } from '../ci/pipeline-status.tsx';
import { Time } from '../lib/time.tsx';
import { plural } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { ActButton } from './act-button.tsx';
import { DeployedCommit, DeploymentBadge } from './environment-parts.tsx';

type Props = { deployments: readonly PageDeployment[]; onDone: () => void | Promise<void> };

/** The newest successful deployment is made again; an older one is rolled back to. */
function actOf({ is_last: isLast, status }: PageDeployment) {
  return status === 'success' && !isLast ? 'rollback' : 'redeploy';
}

/** What is deployed then. */
function textOf({ job, commit }: PageDeployment): string {
  return `The job ${job?.name ?? ''} runs again for commit ${commit.short_id}${commit.title === null ? '' : `: ${commit.title}`}.`;
}

function columnsOf(onDone: Props['onDone']): TableColumn<PageDeployment>[] {
  return [
    {
      key: 'status',
      header: 'Status',
      width: '130px',
      render: ({ status, path, is_last: isLast, pending_approvals: pending }) => (
        <span className="inline-flex flex-wrap gap-1">
          <DeploymentBadge status={status} />
          {isLast && <Badge tone="success">latest</Badge>}
          {pending > 0 && (
            <a href={path} className="rounded-sm text-sm text-accent-fg hover:underline">
              {plural(pending, 'approval')} needed
            </a>
          )}
        </span>
      ),
    },
    {
      key: 'iid',
      header: 'ID',
      hideNarrow: true,
      render: ({ iid, path }) => <TextLink href={path}>{`#${iid}`}</TextLink>,
    },
    { key: 'commit', header: 'Commit', primary: true, render: (row) => <DeployedCommit deployment={row} /> },
    {
      key: 'job',
      header: 'Job',
      render: ({ job }) =>
        job === null ? (
          <span className="text-fg-muted">API</span>
        ) : (
          <a href={job.path} className="inline-flex items-center gap-1 rounded-sm hover:text-accent-fg">
            <CiStatusIcon status={job.status} />
            <bdi className="wrap-anywhere">{job.name}</bdi>
          </a>
        ),
    },
    { key: 'user', header: 'Triggered by', render: ({ user }) => user && <UserLink user={user} avatar /> },
    {
      key: 'time',
      header: 'Deployed',
      render: ({ created_at: created, finished_at: finished }) => <Time value={finished ?? created} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      render: (row) => (
        <span className="inline-flex gap-1">
          {row.play_path !== null && <ActButton act="deploy" path={row.play_path} onDone={onDone} />}
          {row.retry_path !== null && (
            <ActButton act={actOf(row)} path={row.retry_path} onDone={onDone} text={textOf(row)} />
          )}
        </span>
      ),
    },
  ];
}

export function DeploymentTable({ deployments, onDone }: Props) {
  return <Table label="Deployments" columns={columnsOf(onDone)} rows={deployments} rowKey={({ id }) => id} />;
}
