import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import {
  type GraphColumn,
  type GraphNeeds,
  type GraphNode,
  type GraphStage,
  needsColumns,
  needsLines,
  stageColumns,
} from './graph-columns.ts';
import { GraphLines } from './graph-lines.tsx';
import { useZoom, type Zoom } from './use-zoom.ts';

function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <ButtonGroup label="Zoom">
      <IconButton
        icon={ZoomOut}
        label="Zoom out (-)"
        size="sm"
        variant="secondary"
        disabled={!zoom.canZoomOut}
        onClick={zoom.zoomOut}
      />
      <Button size="sm" aria-label={`Zoom ${Math.round(zoom.scale * 100)}%, reset to 100%`} onClick={zoom.reset}>
        <span className="tabular-nums">{Math.round(zoom.scale * 100)}%</span>
      </Button>
      <IconButton
        icon={ZoomIn}
        label="Zoom in (+)"
        size="sm"
        variant="secondary"
        disabled={!zoom.canZoomIn}
        onClick={zoom.zoomIn}
      />
      <IconButton icon={Maximize2} label="Fit the width (F)" size="sm" variant="secondary" onClick={zoom.fit} />
    </ButtonGroup>
  );
}

type ColumnProps<J> = {
  column: GraphColumn<J>;
  /** Level of the heading of a stage. */
  as?: 'h2' | 'h3';
  renderJob: (job: J) => ReactNode;
  onPoint?: (id: number | null) => void;
};

/** The jobs of a stage, or of a step of what they need. */
export function GraphColumnItem<J extends GraphNode>({
  column,
  as: Heading = 'h2',
  renderJob,
  onPoint,
}: ColumnProps<J>) {
  const { name, jobs } = column;
  return (
    <li
      {...(name !== null && Heading === 'h2' && { id: encodeURIComponent(name) })}
      className="w-64 shrink-0 max-sm:w-full"
    >
      {name !== null && (
        <Heading className="mb-2 truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </Heading>
      )}
      <ul className="flex flex-col gap-2">
        {jobs.map((job) => (
          <li
            key={job.id}
            data-job={job.id}
            className="relative flex min-h-9 min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1.5"
            onMouseEnter={() => onPoint?.(job.id)}
            onMouseLeave={() => onPoint?.(null)}
            onFocus={() => onPoint?.(job.id)}
            onBlur={() => onPoint?.(null)}
          >
            {renderJob(job)}
          </li>
        ))}
      </ul>
    </li>
  );
}

type Props<J> = {
  stages: readonly GraphStage<J>[];
  needs: GraphNeeds;
  renderJob: (job: J) => ReactNode;
  /** What stands left and right of the jobs. */
  before?: ReactNode;
  after?: ReactNode;
};

/** Jobs from left to right, by stage or by what they need. It zooms; on a phone it is a list. */
export function GraphCanvas<J extends GraphNode>({ stages, needs, renderJob, before, after }: Props<J>) {
  const hasNeeds = Object.keys(needs).length > 0;
  const [byNeeds, setByNeeds] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const area = useRef<HTMLOListElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const zoom = useZoom(viewport, content);
  const isByNeeds = hasNeeds && byNeeds;
  const columns = useMemo(
    () => (isByNeeds ? needsColumns(stages, needs) : stageColumns(stages)),
    [isByNeeds, stages, needs],
  );
  const lines = useMemo(() => (isByNeeds ? needsLines(stages, needs) : []), [isByNeeds, stages, needs]);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
        {hasNeeds && <Switch label="Group jobs by dependencies" checked={isByNeeds} onCheckedChange={setByNeeds} />}
        {!zoom.isOff && (
          <span className="ml-auto">
            <ZoomButtons zoom={zoom} />
          </span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls and zooms by keyboard */}
      <div
        ref={viewport}
        role="region"
        aria-label="Graph of jobs"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        onKeyDown={zoom.onKeyDown}
        className="-m-1 overflow-x-auto rounded-sm p-1 focus-visible:-outline-offset-1"
      >
        <div className={zoom.size && 'overflow-hidden'} style={zoom.size}>
          <div
            ref={content}
            style={zoom.scale === 1 ? undefined : { transform: `scale(${zoom.scale})`, transformOrigin: '0 0' }}
            className="flex w-max items-start gap-6 pb-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch"
          >
            {before}
            <ol
              ref={area}
              aria-label={isByNeeds ? 'Jobs by dependencies' : 'Jobs by stage'}
              className={`relative flex items-start max-sm:flex-col max-sm:items-stretch ${isByNeeds ? 'gap-12 max-sm:gap-2' : 'gap-6'}`}
            >
              {isByNeeds && <GraphLines area={area} lines={lines} highlighted={pointed} />}
              {columns.map((column) => (
                <GraphColumnItem key={column.key} column={column} renderJob={renderJob} onPoint={setPointed} />
              ))}
            </ol>
            {after}
          </div>
        </div>
      </div>
    </>
  );
}
