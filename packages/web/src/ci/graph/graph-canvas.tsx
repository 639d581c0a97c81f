import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { GraphColumnItem, type RenderGroup, type RenderJob } from './graph-column.tsx';
import {
  type GraphNeeds,
  type GraphNode,
  type GraphStage,
  needsColumns,
  needsLines,
  stageColumns,
} from './graph-columns.ts';
import { groupJobs } from './graph-groups.ts';
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

type Props<J> = {
  stages: readonly GraphStage<J>[];
  needs: GraphNeeds;
  /** The same from one time to the next where nothing has changed. */
  renderJob: RenderJob<J>;
  renderGroup?: RenderGroup<J>;
  /** It shows jobs by what they need at first. */
  startsByNeeds?: boolean;
  /** What stands left and right of the jobs. */
  before?: ReactNode;
  after?: ReactNode;
};

/** Jobs from left to right, by stage or by what they need. It zooms; on a phone it is a list. */
export function GraphCanvas<J extends GraphNode>(props: Props<J>) {
  const { stages, needs, renderJob, renderGroup, startsByNeeds = false, before, after } = props;
  const hasNeeds = Object.keys(needs).length > 0;
  const [byNeeds, setByNeeds] = useState(startsByNeeds);
  const [pointed, setPointed] = useState<number | null>(null);
  const area = useRef<HTMLOListElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const zoom = useZoom(viewport, content);
  const isByNeeds = hasNeeds && byNeeds;
  const boxes = useMemo(() => groupJobs(stages, needs), [stages, needs]);
  const columns = useMemo(
    () => (isByNeeds ? needsColumns(boxes.stages, boxes.needs) : stageColumns(boxes.stages)),
    [isByNeeds, boxes],
  );
  const lines = useMemo(() => (isByNeeds ? needsLines(boxes.stages, boxes.needs) : []), [isByNeeds, boxes]);
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
                <GraphColumnItem
                  key={column.key}
                  column={column}
                  renderJob={renderJob}
                  renderGroup={renderGroup}
                  onPoint={setPointed}
                />
              ))}
            </ol>
            {after}
          </div>
        </div>
      </div>
    </>
  );
}
