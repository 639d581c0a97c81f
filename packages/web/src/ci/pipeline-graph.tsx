import type { PageJob, StageAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import { formatDuration } from './format-duration.ts';
import { JobName } from './job-parts.tsx';
import { JobActionButton } from './pipeline-actions.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';

type Done = () => void | Promise<void>;

function GraphJob({ job, onChanged }: { job: PageJob; onChanged: Done }) {
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1.5" title={job.status.tooltip}>
      <CiStatusIcon status={job.status} />
      <JobName job={job} className="min-w-0 flex-1" />
      {job.duration !== null && (
        <span className="shrink-0 text-sm text-fg-muted tabular-nums">{formatDuration(job.duration)}</span>
      )}
      <JobActionButton action={job.status.action} onDone={onChanged} />
    </li>
  );
}

/** Stages from left to right, with their jobs below each other. */
export function PipelineGraph({ stages, onChanged }: { stages: readonly StageAnswer[]; onChanged: Done }) {
  return (
    <div className="overflow-x-auto">
      <ol aria-label="Jobs by stage" className="flex items-start gap-6 pb-2 max-sm:flex-col max-sm:items-stretch">
        {stages.map((stage) => (
          <li key={stage.name} id={encodeURIComponent(stage.name)} className="w-64 shrink-0 max-sm:w-full">
            <h2 className="mb-2 truncate font-medium" title={stage.name}>
              <bdi>{stage.name}</bdi>
            </h2>
            <ul className="flex flex-col gap-2">
              {stage.latest_statuses.map((job) => (
                <GraphJob key={job.id} job={job} onChanged={onChanged} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
