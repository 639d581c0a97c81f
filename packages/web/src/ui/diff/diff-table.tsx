import clsx from 'clsx';
import { Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { TrustedHtml } from '../trusted-html.tsx';
import { chunkHtml, NO_MARKS, ROW_HEIGHT_PX, type RowMarks } from './chunk-html.ts';
import { type ExpandWay, expandWays } from './expand-ways.ts';
import { type DiffRow, type DiffView, type PairedRow, pairRows } from './diff-row.ts';
import { rowAt, type RowTarget } from './row-pointer.ts';
import { type Segment, segmentRows } from './segments.ts';
import './diff.css';

export type DiffTableProps = {
  rows: readonly DiffRow[];
  view: DiffView;
  /** Names the table for screen readers: the path of the file. */
  label: string;
  /** What stands below a row, by index into `rows`: threads and forms. */
  insertions?: ReadonlyMap<number, ReactNode>;
  /** Offered on lines with a line code; undefined when nobody may comment here. */
  onComment?: (index: number, side: 'old' | 'new' | null) => void;
  /** One of the buttons of a `match` row was pressed: show what is hidden there. */
  onExpand?: (index: number, way: ExpandWay) => void;
  /** Buttons in the gutter, and who is told of a press. */
  marks?: RowMarks;
  onMark?: (index: number, key: string) => void;
  className?: string;
};

const Chunk = memo(function Chunk(props: {
  rows: readonly DiffRow[];
  pairs: readonly PairedRow[];
  view: DiffView;
  from: number;
  to: number;
  canExpand: boolean;
  marks: RowMarks;
}) {
  const { rows, pairs, view, from, to, canExpand, marks } = props;
  const html = useMemo(
    () => `<tbody>${chunkHtml(rows, pairs, view, from, to, { canExpand, marks })}</tbody>`,
    [rows, pairs, view, from, to, canExpand, marks],
  );
  return (
    <TrustedHtml
      as="table"
      html={html}
      className={clsx('dtable', view === 'parallel' && 'dtable-parallel')}
      style={{ containIntrinsicSize: `auto ${(to - from) * ROW_HEIGHT_PX}px` }}
    />
  );
});

/** Keyboard of a focused diff: arrows move from line to line, Enter comments or expands. */
function useRowKeys(props: DiffTableProps, container: React.RefObject<HTMLDivElement | null>) {
  const [current, setCurrent] = useState<number | null>(null);
  const move = (step: number) => {
    const elements = [...(container.current?.querySelectorAll<HTMLElement>('tr.dr') ?? [])];
    const at = elements.findIndex((row) => Number(row.dataset['i']) === current);
    const next = elements[Math.min(Math.max(at + step, 0), elements.length - 1)];
    if (!next) return;
    container.current?.querySelector('tr.dr-current')?.classList.remove('dr-current');
    next.classList.add('dr-current');
    next.scrollIntoView({ block: 'nearest' });
    setCurrent(Number(next.dataset['i']));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== container.current) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && current !== null) activate(current);
    else return;
    event.preventDefault();
  };
  const activate = (index: number) => {
    const row = props.rows[index];
    if (row?.kind === 'match') expandFirst(props, index);
    else if (row?.lineCode != null) props.onComment?.(index, null);
  };
  const spoken = current === null ? undefined : props.rows[current];
  return { onKeyDown, spoken };
}

/** The pressed button goes with the answer: the one in its place takes focus, so it can be pressed again. */
function useFocusOnExpand(rows: readonly DiffRow[], container: React.RefObject<HTMLDivElement | null>) {
  const pressed = useRef<number | null>(null);
  const buttons = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-expand]') ?? [])];
  useEffect(() => {
    if (pressed.current === null) return;
    const next = buttons()[pressed.current] ?? buttons().at(-1) ?? container.current;
    pressed.current = null;
    next?.focus({ preventScroll: true });
    // What is drawn anew is drawn for other rows only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);
  return (button: HTMLElement) => {
    pressed.current = buttons().indexOf(button);
  };
}

/** Enter on the row itself, or a press beside its buttons: the first of what they offer. */
function expandFirst({ rows, onExpand }: DiffTableProps, index: number): void {
  const [first] = expandWays(rows, index);
  if (first) onExpand?.(index, first.way);
}

function lineWords(row: DiffRow | undefined, canExpand: boolean): string {
  if (!row) return '';
  if (row.kind === 'match') return canExpand ? 'Hidden lines. Enter shows them.' : 'Hidden lines.';
  const kind = row.kind === 'added' || row.kind === 'removed' ? `${row.kind} ` : '';
  return `${kind}line ${row.newLine ?? row.oldLine ?? ''}`;
}

/**
 * The lines of one file. Rows are plain HTML in pieces that the browser skips while they are off screen; React draws
 * only what stands between them. One handler serves all rows.
 */
export function DiffTable(props: DiffTableProps) {
  const { rows, view, label, insertions, onComment, onExpand, marks = NO_MARKS, onMark, className } = props;
  const container = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [hovered, setHovered] = useState<(RowTarget & { top: number }) | null>(null);
  const pairs = useMemo(() => (view === 'parallel' ? pairRows(rows) : []), [rows, view]);
  const displayed = view === 'parallel' ? pairs.length : rows.length;
  const insertionRows = useMemo(() => displayIndexes(insertions, pairs, view), [insertions, pairs, view]);
  const segments = useMemo(() => segmentRows(displayed, insertionRows.keys()), [displayed, insertionRows]);
  const keys = useRowKeys(props, container);
  const keepPlace = useFocusOnExpand(rows, container);

  const onPointer = useCallback(
    (event: MouseEvent) => {
      const target = onComment ? rowAt(event.target) : null;
      const row = target && rows[target.index];
      if (!target || !row || row.lineCode === null || row.kind === 'match') return;
      const top = target.element.getBoundingClientRect().top - (container.current?.getBoundingClientRect().top ?? 0);
      setHovered((before) =>
        before?.index === target.index && before.side === target.side ? before : { ...target, top },
      );
    },
    [onComment, rows],
  );
  const onClick = (event: MouseEvent) => {
    const target = rowAt(event.target);
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-mark]') : null;
    if (target && mark) {
      onMark?.(target.index, mark.dataset['mark'] ?? '');
      return;
    }
    if (!target || !onExpand || rows[target.index]?.kind !== 'match') return;
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-expand]') : null;
    const way = button?.dataset['expand'];
    if (button) keepPlace(button);
    if (way === 'up' || way === 'down' || way === 'all') onExpand(target.index, way);
    else expandFirst(props, target.index);
  };
  return (
    <div
      ref={container}
      className={clsx('diff', !onExpand && 'diff-fixed', className)}
      role="group"
      aria-label={`Changes of ${label}`}
      aria-describedby={hintId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows walk the lines
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onMouseMove={onPointer}
      onMouseLeave={() => setHovered(null)}
      onClick={onClick}
    >
      <span id={hintId} className="sr-only" aria-live="polite">
        {keys.spoken ? lineWords(keys.spoken, onExpand !== undefined) : 'Arrow keys move from line to line.'}
      </span>
      {segments.map((segment) => (
        <SegmentView
          key={segmentKey(segment)}
          {...{ segment, rows, pairs, view, insertionRows, marks, canExpand: onExpand !== undefined }}
        />
      ))}
      {hovered && onComment && (
        <button
          type="button"
          className={clsx('diff-add', view === 'parallel' && hovered.side === 'new' && 'diff-add-right')}
          style={{ top: hovered.top }}
          tabIndex={-1}
          aria-label={`Add a comment to ${lineWords(rows[hovered.index], false)}`}
          onClick={(event) => {
            event.stopPropagation();
            onComment(hovered.index, hovered.side);
          }}
        >
          <Plus aria-hidden="true" size={14} />
        </button>
      )}
    </div>
  );
}

function segmentKey(segment: Segment): string {
  return segment.type === 'rows' ? `r${segment.from}` : `i${segment.after}`;
}

function SegmentView(props: {
  segment: Segment;
  rows: readonly DiffRow[];
  pairs: readonly PairedRow[];
  view: DiffView;
  insertionRows: ReadonlyMap<number, ReactNode[]>;
  canExpand: boolean;
  marks: RowMarks;
}) {
  const { segment, insertionRows, ...chunk } = props;
  if (segment.type === 'rows') return <Chunk {...chunk} from={segment.from} to={segment.to} />;
  return <div className="diff-insertion">{insertionRows.get(segment.after)}</div>;
}

/** Insertions by the row of the view they stand below; two sides of one pair share a place. */
function displayIndexes(
  insertions: ReadonlyMap<number, ReactNode> | undefined,
  pairs: readonly PairedRow[],
  view: DiffView,
): Map<number, ReactNode[]> {
  const found = new Map<number, ReactNode[]>();
  for (const [index, node] of insertions ?? []) {
    const place = view === 'inline' ? index : pairs.findIndex((pair) => pair.left === index || pair.right === index);
    if (place >= 0) found.set(place, [...(found.get(place) ?? []), node]);
  }
  return found;
}
