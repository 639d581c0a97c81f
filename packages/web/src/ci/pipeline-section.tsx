import type { PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import { helpPaths } from '@tributary/contract/page/help.ts';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../lib/http.ts';
import { Time } from '../lib/time.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type StatusGroup, StatusIcon } from '../ui/status-icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ArtifactsMenu } from './artifacts/artifacts-menu.tsx';
import { ExposedArtifacts } from './artifacts/exposed-artifacts.tsx';
import { LinkedIcons, MiniGraph } from './mini-graph.tsx';
import { PipelineActions } from './pipeline-actions.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';
import { type PipelineChange, usePipelineChanges } from './use-pipeline-changes.ts';

type Props = {
  /** Null while the newest commit of a merge request has none. */
  pipeline: PagePipeline | null;
  /** Difference to the target branch, in per cent with two decimals. */
  coverageDelta: string | null;
  /** Where the pipeline runs. */
  projectId: number;
  /** What the merge widget says where there is no pipeline. */
  widget?: {
    source_branch: string;
    source_branch_path: string | null;
    diff_head_sha: string | null;
    is_awaiting_pipeline: boolean;
    merge_request_add_ci_config_path: string | null;
    is_dismissed_suggest_pipeline: boolean;
    user_callouts_path: string;
    suggest_pipeline_feature_id: string;
  };
  onChanged: () => void | Promise<void>;
};

function CoverageDelta({ delta }: { delta: string }) {
  const change = Number(delta);
  return (
    <span
      title="Compared with the target branch"
      className={clsx('ml-1', change > 0 && 'text-success', change < 0 && 'text-failed')}
    >
      ({change > 0 && '+'}
      {delta}%)
    </span>
  );
}

/** Of a merge request, also where the pipeline runs on its merged result. */
function branchOf({ ref }: PagePipeline, widget: Props['widget']) {
  return ref.merge_request && widget ? { name: widget.source_branch, path: widget.source_branch_path } : ref;
}

function PipelineFacts({ pipeline, coverageDelta, widget, onChanged }: Props & { pipeline: PagePipeline }) {
  const { details, commit, coverage, path, id } = pipeline;
  const branch = branchOf(pipeline, widget);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <CiStatusIcon status={details.status} />
        <div className="min-w-0 flex-1 basis-48">
          <p>
            <strong className="font-semibold">
              {details.event_type_name}{' '}
              <a href={path} className="rounded-sm text-accent-fg hover:underline">
                #{id}
              </a>{' '}
              {details.status.label}
            </strong>{' '}
            for{' '}
            <a href={commit.commit_path} className="rounded-sm font-mono text-accent-fg hover:underline">
              {commit.short_id}
            </a>{' '}
            on{' '}
            {branch.path === null ? (
              <bdi className="wrap-anywhere">{branch.name}</bdi>
            ) : (
              <a href={branch.path} className="rounded-sm text-accent-fg hover:underline">
                <bdi className="wrap-anywhere">{branch.name}</bdi>
              </a>
            )}
          </p>
          <p className="text-sm text-fg-muted empty:hidden">
            {details.finished_at !== null && (
              <>
                Finished <Time value={details.finished_at} />
              </>
            )}
            {details.finished_at !== null && coverage !== null && ' · '}
            {coverage !== null && `Test coverage ${coverage}%`}
            {coverage !== null && coverageDelta !== null && <CoverageDelta delta={coverageDelta} />}
          </p>
        </div>
        <div className="flex flex-wrap items-center">
          <LinkedIcons
            label="Upstream pipeline"
            pipelines={pipeline.triggered_by ? [pipeline.triggered_by] : []}
            morePath={path}
            lineAfter
          />
          <MiniGraph stages={details.stages} onChanged={onChanged} />
          <LinkedIcons label="Downstream pipelines" pipelines={pipeline.triggered} morePath={path} />
        </div>
        <PipelineActions pipeline={pipeline} onDone={onChanged} />
        {pipeline.artifacts_path !== null && <ArtifactsMenu path={pipeline.artifacts_path} />}
      </div>
      {pipeline.exposed_artifacts_path !== null && <ExposedArtifacts path={pipeline.exposed_artifacts_path} />}
    </>
  );
}

/** The newest commit has no pipeline, although pipelines run here. */
function WithoutPipeline({ isAwaited }: { isAwaited: boolean }) {
  return (
    <WidgetNote group={isAwaited ? 'running' : 'failed'}>
      {isAwaited ? (
        'Checking pipeline status.'
      ) : (
        <>
          Could not retrieve the pipeline status. For troubleshooting steps, read the{' '}
          <TextLink href={helpPaths.pipelineMissing}>documentation</TextLink>.
        </>
      )}
    </WidgetNote>
  );
}

function WidgetNote({ group, children }: { group: StatusGroup; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <StatusIcon group={group} />
      <p className="min-w-0 flex-1">{children}</p>
    </div>
  );
}

/** Shows the way to a first configuration until it is dismissed; that is kept for the user. */
function SuggestPipeline({ widget, path }: { widget: NonNullable<Props['widget']>; path: string }) {
  const [isDismissed, setDismissed] = useState(widget.is_dismissed_suggest_pipeline);
  if (isDismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    // It is offered again with the next page.
    api
      .post(widget.user_callouts_path, { body: { feature_name: widget.suggest_pipeline_feature_id } })
      .catch(() => undefined);
  };
  return (
    <div role="note" aria-label="Pipelines" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">Looks like there&apos;s no pipeline here.</p>
        <p className="text-sm text-fg-muted">
          A pipeline builds and tests each commit. Add a CI/CD configuration to the source branch to run the first one.
        </p>
      </div>
      <Button asChild size="sm" variant="primary">
        <a href={path}>Try out pipelines</a>
      </Button>
      <IconButton icon={X} size="sm" label="Dismiss" onClick={dismiss} />
    </div>
  );
}

/** The row of the merge widget about the pipeline of the newest commit. */
export default function PipelineSection(props: Props) {
  const { pipeline, projectId, widget, onChanged } = props;
  usePipelineChanges(
    projectId,
    (change: PipelineChange) => change.sha === (pipeline?.commit.id ?? widget?.diff_head_sha),
    () => void onChanged(),
  );
  if (pipeline !== null) return <PipelineFacts {...props} pipeline={pipeline} />;
  if (!widget) return null;
  const path = widget.merge_request_add_ci_config_path;
  if (path !== null) return <SuggestPipeline widget={widget} path={path} />;
  return <WithoutPipeline isAwaited={widget.is_awaiting_pipeline} />;
}
