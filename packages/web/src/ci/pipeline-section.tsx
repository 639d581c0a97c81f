import type { PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import clsx from 'clsx';
import { Time } from '../lib/time.tsx';
import { ArtifactsMenu } from './artifacts/artifacts-menu.tsx';
import { ExposedArtifacts } from './artifacts/exposed-artifacts.tsx';
import { LinkedIcons, MiniGraph } from './mini-graph.tsx';
import { PipelineActions } from './pipeline-actions.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';
import { type PipelineChange, usePipelineChanges } from './use-pipeline-changes.ts';

type Props = {
  pipeline: PagePipeline;
  /** Difference to the target branch, in per cent with two decimals. */
  coverageDelta: string | null;
  /** Where the pipeline runs. */
  projectId: number;
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

/** The row of the merge widget about the pipeline of the newest commit. */
export default function PipelineSection({ pipeline, coverageDelta, projectId, onChanged }: Props) {
  const { details, commit, ref, coverage, path, id } = pipeline;
  usePipelineChanges(
    projectId,
    ({ sha }: PipelineChange) => sha === commit.id,
    () => void onChanged(),
  );
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
            <a href={ref.path} className="rounded-sm text-accent-fg hover:underline">
              <bdi className="wrap-anywhere">{ref.name}</bdi>
            </a>
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
