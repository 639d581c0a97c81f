import type { PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import { CalendarClock, GitBranch, Tag, Timer } from 'lucide-react';
import { Time } from '../lib/time.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { ArtifactsMenu } from './artifacts/artifacts-menu.tsx';
import { formatDuration } from './format-duration.ts';
import { ManualActions } from './manual-actions.tsx';
import { MiniGraph } from './mini-graph.tsx';
import { PipelineActions } from './pipeline-actions.tsx';
import { usePipelineIdType } from './pipeline-id-type.tsx';
import { CiStatusBadge } from './pipeline-status.tsx';

function PipelineBadges({ pipeline: { flags, details } }: { pipeline: PagePipeline }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {flags.latest && <Badge tone="success">latest</Badge>}
      {flags.external && <Badge title="Another system reports its jobs.">external</Badge>}
      {flags.yaml_errors && <Badge tone="failed">yaml invalid</Badge>}
      {flags.merge_request && <Badge>{details.event_type_name.toLowerCase()}</Badge>}
    </span>
  );
}

function StatusCell({ pipeline }: { pipeline: PagePipeline }) {
  const { duration, finished_at: finishedAt, status } = pipeline.details;
  return (
    <div className="flex flex-col items-start gap-1">
      <CiStatusBadge status={status} />
      {duration !== null && (
        <span className="inline-flex items-center gap-1 text-sm text-fg-muted" title="Duration">
          <Timer size={14} aria-hidden /> {formatDuration(duration)}
        </span>
      )}
      {finishedAt !== null && (
        <span className="inline-flex items-center gap-1 text-sm text-fg-muted">
          <CalendarClock size={14} aria-hidden /> <Time value={finishedAt} />
        </span>
      )}
    </div>
  );
}

function PipelineCell({ pipeline }: { pipeline: PagePipeline }) {
  const { commit, ref, path, id, iid, name } = pipeline;
  const isIid = usePipelineIdType() === 'IID';
  const RefIcon = ref.tag ? Tag : GitBranch;
  return (
    <div className="min-w-0">
      <a
        href={name === null ? commit.commit_path : path}
        className="rounded-sm font-medium text-fg hover:text-accent-fg"
      >
        <bdi className="wrap-anywhere">{name ?? commit.title ?? commit.short_id}</bdi>
      </a>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-fg-muted">
        <a href={path} className="rounded-sm text-accent-fg hover:underline">
          #{isIid ? iid : id}
        </a>
        <a href={ref.path} className="inline-flex min-w-0 items-center gap-1 rounded-sm hover:text-accent-fg">
          <RefIcon size={14} aria-label={ref.tag ? 'Tag' : 'Branch'} className="shrink-0" />
          <bdi className="wrap-anywhere">{ref.name}</bdi>
        </a>
        <a href={commit.commit_path} className="rounded-sm font-mono hover:text-accent-fg">
          {commit.short_id}
        </a>
      </div>
      <div className="mt-1">
        <PipelineBadges pipeline={pipeline} />
      </div>
    </div>
  );
}

const columnsOf = (onChanged: () => void | Promise<void>): TableColumn<PagePipeline>[] => [
  { key: 'status', header: 'Status', width: '150px', render: (pipeline) => <StatusCell pipeline={pipeline} /> },
  { key: 'pipeline', header: 'Pipeline', primary: true, render: (pipeline) => <PipelineCell pipeline={pipeline} /> },
  {
    key: 'user',
    header: 'Created by',
    width: '100px',
    render: ({ user }) =>
      user && (
        <a href={user.href} title={user.name} className="control inline-flex rounded-full">
          <Avatar name={user.name} id={user.id} src={user.avatarUrl} size={24} />
        </a>
      ),
  },
  {
    key: 'stages',
    header: 'Stages',
    width: '180px',
    render: ({ details }) => <MiniGraph stages={details.stages} onChanged={onChanged} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: '140px',
    align: 'end',
    render: (pipeline) => (
      <span className="inline-flex items-center gap-1">
        <ManualActions pipeline={pipeline} onDone={onChanged} />
        <PipelineActions pipeline={pipeline} onDone={onChanged} />
        {pipeline.artifacts_path !== null && <ArtifactsMenu path={pipeline.artifacts_path} />}
      </span>
    ),
  },
];

/** Pipelines with their stages, the newest first. */
export function PipelineTable(props: {
  pipelines: readonly PagePipeline[];
  label: string;
  onChanged: () => void | Promise<void>;
}) {
  return (
    <Table label={props.label} columns={columnsOf(props.onChanged)} rows={props.pipelines} rowKey={({ id }) => id} />
  );
}
