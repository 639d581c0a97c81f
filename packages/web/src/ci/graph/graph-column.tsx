import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode, useRef, useState } from 'react';
import type { GraphColumn, GraphNode } from './graph-columns.ts';
import type { GraphBox } from './graph-groups.ts';
import { useNearScreen } from './use-near-screen.ts';

export type RenderJob<J> = (job: J) => ReactNode;
/** What a closed group shows before its name. */
export type RenderGroup<J> = (jobs: readonly J[]) => ReactNode;

/** As high as with a button, whether its content is there or not: lines lead to the middle of boxes. */
const BOX = 'flex min-h-[38px] min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1.5';

function Group<J extends GraphNode>({
  box,
  renderJob,
  renderGroup,
}: {
  box: GraphBox<J>;
  renderJob: RenderJob<J>;
  renderGroup: RenderGroup<J> | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="min-w-0 flex-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="control flex w-full min-w-0 items-center gap-2 rounded-sm text-left"
      >
        {renderGroup?.(box.jobs)}
        <span className="min-w-0 flex-1 wrap-anywhere">
          <bdi>{box.label}</bdi>
        </span>
        <span className="shrink-0 text-sm text-fg-muted tabular-nums" title={`${box.jobs.length} jobs`}>
          {box.jobs.length}
        </span>
        <ChevronRight size={14} aria-hidden className={`shrink-0 text-fg-faint ${isOpen ? 'rotate-90' : ''}`} />
      </button>
      {isOpen && (
        <ul aria-label={box.label} className="mt-2 flex flex-col gap-1">
          {box.jobs.map((job) => (
            <li key={job.id} className="flex min-h-8 min-w-0 items-center gap-2 rounded-sm bg-sunken px-2 py-1">
              {renderJob(job)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Props<J> = {
  column: GraphColumn<GraphBox<J>>;
  /** Level of the heading of a stage. */
  as?: 'h2' | 'h3';
  renderJob: RenderJob<J>;
  renderGroup?: RenderGroup<J> | undefined;
  onPoint?: (id: number | null) => void;
};

/** The jobs of a stage, or of a step of what they need. Far off the screen they are names alone. */
function Column<J extends GraphNode>({ column, as: Heading = 'h2', renderJob, renderGroup, onPoint }: Props<J>) {
  const { name, jobs: boxes } = column;
  const item = useRef<HTMLLIElement>(null);
  const isNear = useNearScreen(item);
  return (
    <li
      ref={item}
      {...(name !== null && Heading === 'h2' && { id: encodeURIComponent(name) })}
      className="w-64 shrink-0 max-sm:w-full"
    >
      {name !== null && (
        <Heading className="mb-2 truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </Heading>
      )}
      <ul className="flex flex-col gap-2">
        {boxes.map((box) => (
          <li
            key={box.id}
            data-job={box.id}
            className={`relative ${BOX} [contain-intrinsic-size:auto_24px] [content-visibility:auto]`}
            onMouseEnter={() => onPoint?.(box.id)}
            onMouseLeave={() => onPoint?.(null)}
            onFocus={() => onPoint?.(box.id)}
            onBlur={() => onPoint?.(null)}
          >
            {isNear ? (
              <BoxContent box={box} renderJob={renderJob} renderGroup={renderGroup} />
            ) : (
              <span className="min-w-0 flex-1 wrap-anywhere">{box.label}</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

function BoxContent<J extends GraphNode>({
  box,
  renderJob,
  renderGroup,
}: {
  box: GraphBox<J>;
  renderJob: RenderJob<J>;
  renderGroup: RenderGroup<J> | undefined;
}) {
  const [job] = box.jobs;
  if (box.jobs.length > 1) return <Group box={box} renderJob={renderJob} renderGroup={renderGroup} />;
  return job && renderJob(job);
}

/** Pointing at a box of another column changes nothing in this one. */
export const GraphColumnItem = memo(Column) as typeof Column;
