import type { PageJob, PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import { useMemo, useRef, useState } from 'react';
import { Switch } from '../../ui/switch.tsx';
import { formatDuration } from '../format-duration.ts';
import { JobName } from '../job-parts.tsx';
import { JobActionButton } from '../pipeline-actions.tsx';
import { CiStatusIcon } from '../pipeline-status.tsx';
import { needsColumns, needsLines, stageColumns } from './graph-columns.ts';
import { GraphLines } from './graph-lines.tsx';
import { LinkedPipelines } from './linked-pipelines.tsx';

type Done = () => void | Promise<void>;
type JobProps = { job: PageJob; onChanged: Done; onPoint: (id: number | null) => void };

function GraphJob({ job, onChanged, onPoint }: JobProps) {
  return (
    <li
      data-job={job.id}
      className="relative flex min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1.5"
      title={job.status.tooltip}
      onMouseEnter={() => onPoint(job.id)}
      onMouseLeave={() => onPoint(null)}
    >
      <CiStatusIcon status={job.status} />
      <JobName job={job} className="min-w-0 flex-1" />
      {job.duration !== null && (
        <span className="shrink-0 text-sm text-fg-muted tabular-nums">{formatDuration(job.duration)}</span>
      )}
      <JobActionButton action={job.status.action} onDone={onChanged} />
    </li>
  );
}

/** Jobs from left to right, by stage or by what they need, between the pipelines that this one is linked to. */
export function PipelineGraph({ data, onChanged }: { data: PipelinePageData; onChanged: Done }) {
  const { stages, needs, linked } = data;
  const hasNeeds = Object.keys(needs).length > 0;
  const [byNeeds, setByNeeds] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const area = useRef<HTMLOListElement>(null);
  const isByNeeds = hasNeeds && byNeeds;
  const columns = useMemo(
    () => (isByNeeds ? needsColumns(stages, needs) : stageColumns(stages)),
    [isByNeeds, stages, needs],
  );
  const lines = useMemo(() => (isByNeeds ? needsLines(stages, needs) : []), [isByNeeds, stages, needs]);
  return (
    <>
      {hasNeeds && (
        <Switch label="Group jobs by dependencies" checked={isByNeeds} onCheckedChange={setByNeeds} className="mb-4" />
      )}
      <div className="overflow-x-auto">
        <div className="flex w-max items-start gap-6 pb-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch">
          <LinkedPipelines title="Upstream" items={linked.upstream ? [linked.upstream] : []} />
          <ol
            ref={area}
            aria-label={isByNeeds ? 'Jobs by dependencies' : 'Jobs by stage'}
            className={`relative flex items-start max-sm:flex-col max-sm:items-stretch ${isByNeeds ? 'gap-12 max-sm:gap-2' : 'gap-6'}`}
          >
            {isByNeeds && <GraphLines area={area} lines={lines} highlighted={pointed} />}
            {columns.map(({ key, name, jobs }) => (
              <li
                key={key}
                {...(name !== null && { id: encodeURIComponent(name) })}
                className="w-64 shrink-0 max-sm:w-full"
              >
                {name !== null && (
                  <h2 className="mb-2 truncate font-medium" title={name}>
                    <bdi>{name}</bdi>
                  </h2>
                )}
                <ul className="flex flex-col gap-2">
                  {jobs.map((job) => (
                    <GraphJob key={job.id} job={job} onChanged={onChanged} onPoint={setPointed} />
                  ))}
                </ul>
              </li>
            ))}
          </ol>
          <LinkedPipelines title="Downstream" items={linked.downstream} />
        </div>
      </div>
    </>
  );
}
