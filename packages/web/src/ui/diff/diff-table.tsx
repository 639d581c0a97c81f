import clsx from 'clsx';
import { Plus } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type MouseEvent,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { hotkeys, useKeysOf, usePartKeys } from '../../lib/hotkeys.ts';
import { NO_GUTTER_BUTTONS, type GutterButtons } from './chunk-html.ts';
import { type DiffRow, type DiffView, lineLabel, pairRows } from './diff-row.ts';
import { DiffGroup, displayIndexes } from './diff-segment.tsx';
import { type ExpandWay, expandWays } from './expand-ways.ts';
import { useRangeDrag } from './use-range-drag.ts';
import { rowAt, type RowTarget } from './row-pointer.ts';
import { groupSegments, segmentRows } from './segments.ts';
import { gutterNeeds } from './gutter-needs.ts';
import { LINE_KEYS } from './line-keys.ts';
import { useFocusOnExpand } from './use-focus-on-expand.ts';
import { useLineLinks } from './use-line-links.ts';
import { type RowWalk, useRowWalk } from './use-row-walk.ts';
import { type SelectedLines, useSelectedLines } from './use-selected-lines.ts';
import './diff.css';
import './gutter.css';

export type DiffTableProps = {
  rows: readonly DiffRow[];
  view: DiffView;
  /** Names the table for screen readers: the path of the file. */
  label: string;
  /** What stands below a row, by index into `rows`: threads and forms. */
  insertions?: ReadonlyMap<number, ReactNode>;
  /** Offered on lines with a line code; undefined when nobody may comment here. */
  onComment?: (index: number, side: 'old' | 'new' | null, from?: number) => void;
  /** One of the buttons of a `match` row was pressed: show what is hidden there. */
  onExpand?: (index: number, way: ExpandWay) => void;
  /** The button of a `fold` row was pressed: show or hide what it stands for. */
  onFold?: (key: string) => void;
  /** Buttons in the gutter, and who is told of a press. */
  marks?: GutterButtons;
  onMark?: (index: number, key: string) => void;
  /** The numbers are links: one was pressed, or with Shift a second one. The line codes of the first and the last line. */
  onLink?: (lines: SelectedLines) => void;
  /** Where such a link leads to, from the hash of its line; left out, to the line in what the address says. */
  addressOf?: ((hash: string) => string) | undefined;
  /** Lines that are pointed at, by their line codes. */
  selected?: SelectedLines | null;
  className?: string;
};

/** Enter on the row itself, or a press beside its buttons: the first of what they offer. */
function expandFirst({ rows, onExpand }: DiffTableProps, index: number): void {
  const [first] = expandWays(rows, index);
  if (first) onExpand?.(index, first.way);
}

/** Keys of a focused diff: they walk the lines and cross to the other side, comment or open what is hidden. */
function useKeys(props: DiffTableProps, walk: RowWalk) {
  usePartKeys(LINE_KEYS);
  const act = () => {
    const current = walk.currentNow();
    if (current === null) return false;
    const row = props.rows[current];
    if (row?.kind === 'match') return expandFirst(props, current);
    if (row?.fold) return props.onFold?.(row.fold.key);
    return row?.lineCode == null || props.onComment?.(current, null);
  };
  // False: there was nothing to do, and the key is what it is elsewhere.
  const runs: Record<keyof typeof LINE_KEYS.keys, () => unknown> = {
    'lines.down': () => walk.move('line', 1),
    'lines.up': () => walk.move('line', -1),
    'lines.old-side': () => walk.crossTo('old'),
    'lines.new-side': () => walk.crossTo('new'),
    'lines.comment': act,
  };
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const isOnLines = event.target === event.currentTarget || (event.target as HTMLElement).matches('tr.dr');
    const name = isOnLines ? hotkeys.pressed(LINE_KEYS, event.nativeEvent) : undefined;
    if (name && runs[name]() !== false) event.preventDefault();
  };
}

const HINTS = {
  inline: 'Arrow keys move from line to line.',
  parallel: 'Arrow keys move from line to line, and from side to side.',
};

/** The line that a comment button stands beside: under the pointer, else the current one. */
function usePointed(props: DiffTableProps, container: React.RefObject<HTMLDivElement | null>) {
  const { rows, onComment } = props;
  const [hovered, setHovered] = useState<(RowTarget & { top: number }) | null>(null);
  const onMove = useCallback(
    (event: MouseEvent) => {
      const target = onComment ? rowAt(event.target) : null;
      const row = target && rows[target.index];
      if (!target || !row || row.lineCode === null || row.kind === 'match') return;
      const top = target.element.getBoundingClientRect().top - (container.current?.getBoundingClientRect().top ?? 0);
      setHovered((before) =>
        before?.index === target.index && before.side === target.side ? before : { ...target, top },
      );
    },
    [onComment, rows, container],
  );
  return { hovered, onMove, onLeave: () => setHovered(null) };
}

function CommentButton(props: {
  table: DiffTableProps;
  index: number;
  side: 'old' | 'new' | null;
  top: number;
  range: ReturnType<typeof useRangeDrag>;
}) {
  const { table, index, side, top, range } = props;
  const isRight = table.view === 'parallel' && side === 'new';
  return (
    <button
      type="button"
      className={clsx('diff-add', isRight && 'diff-add-right')}
      style={{ top }}
      tabIndex={-1}
      onPointerDown={(event) => range.onPointerDown(event, index, side)}
      aria-label={`Add a comment to ${lineLabel(table.rows[index])}`}
      onClick={(event) => {
        event.stopPropagation();
        if (!range.onPress(index, event.shiftKey, side)) table.onComment?.(index, side);
      }}
    >
      <Plus aria-hidden="true" size={14} />
    </button>
  );
}

/** Presses on what is plain HTML: buttons in the gutter, and those that open hidden lines. */
function useClicks(
  props: DiffTableProps,
  keepScrollPosition: (button: HTMLElement) => void,
  onNumber: (event: MouseEvent) => boolean,
) {
  const { rows, onExpand, onFold, onMark } = props;
  return (event: MouseEvent) => {
    const target = rowAt(event.target);
    if (!target || !(event.target instanceof Element) || onNumber(event)) return;
    const mark = event.target.closest<HTMLElement>('[data-mark]');
    if (mark) return onMark?.(target.index, mark.dataset['mark'] ?? '');
    const { fold } = rows[target.index] ?? {};
    if (fold && !event.target.closest('a')) {
      const own = target.element.querySelector<HTMLElement>('[data-fold]');
      if (own) keepScrollPosition(own);
      return onFold?.(fold.key);
    }
    if (!onExpand || rows[target.index]?.kind !== 'match') return;
    const button = event.target.closest<HTMLElement>('[data-expand]');
    const way = button?.dataset['expand'];
    if (button) keepScrollPosition(button);
    if (way === 'up' || way === 'down' || way === 'all') onExpand(target.index, way);
    else expandFirst(props, target.index);
  };
}

/**
 * The lines of one file. Rows are plain HTML in pieces that the browser skips while they are off screen; React draws
 * only what stands between them. One handler serves all rows.
 */
export function DiffTable(props: DiffTableProps) {
  const { rows, view, label, insertions, onComment, onExpand, marks = NO_GUTTER_BUTTONS, className } = props;
  const container = useRef<HTMLDivElement>(null);
  const hintId = useId();
  // Whoever chose other keys finds them in the list.
  const hint = useKeysOf('lines.down') === 'arrowdown' ? HINTS[view] : '';
  const pairs = useMemo(() => (view === 'parallel' ? pairRows(rows) : []), [rows, view]);
  const count = view === 'parallel' ? pairs.length : rows.length;
  const insertionRows = useMemo(() => displayIndexes(insertions, pairs, view), [insertions, pairs, view]);
  const groups = useMemo(() => groupSegments(segmentRows(count, insertionRows.keys())), [count, insertionRows]);
  const walk = useRowWalk(container, { rows, pairs, view, count });
  const { hovered, onMove, onLeave } = usePointed(props, container);
  const range = useRangeDrag(container, rows, onComment && ((from, to, side) => onComment(to, side, from)));
  const keepScrollPosition = useFocusOnExpand(rows, container);
  const links = useLineLinks(container, {
    rows,
    selected: props.selected ?? null,
    onLink: props.onLink,
    addressOf: props.addressOf,
    stand: (index) => walk.goTo(index, true),
  });
  const onClick = useClicks(props, keepScrollPosition, links.onPress);
  useSelectedLines(container, rows, props.selected ?? null, walk);
  const { digits, most } = useMemo(() => gutterNeeds(rows, marks), [rows, marks]);
  return (
    <div
      ref={container}
      data-diff
      className={clsx('diff', !onExpand && 'diff-fixed', props.onLink && 'diff-linked', className)}
      role="group"
      aria-label={`Changes in ${label}`}
      aria-describedby={hintId}
      style={{ '--line-digits': digits, '--line-marks': most } as CSSProperties}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows walk the lines
      tabIndex={0}
      onKeyDown={useKeys(props, walk)}
      onMouseMove={onMove}
      onPointerOver={links.onPointerOver}
      onMouseDown={links.onMouseDown}
      onMouseLeave={onLeave}
      onClick={onClick}
    >
      <span id={hintId} className="sr-only" aria-live="polite">
        {walk.spoken === '' ? hint : walk.spoken}
      </span>
      {groups.map((group) => (
        <DiffGroup
          key={group.from}
          {...{ group, rows, pairs, view, insertionRows, marks, canExpand: onExpand !== undefined }}
        />
      ))}
      {hovered && onComment && (
        <CommentButton table={props} index={hovered.index} side={hovered.side} top={hovered.top} range={range} />
      )}
    </div>
  );
}
