import type { PairedLines } from '@tributary/contract/projects/pair-lines.ts';
import clsx from 'clsx';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { CHUNK_ROWS, ROW_HEIGHT_PX } from './chunk-html.ts';
import type { DiffView } from './diff-row.ts';
import { drawnCount, type PieceOf } from './piece-forms.ts';
import { pieceVirtualizer } from './piece-virtualizer.ts';
import type { Segment, SegmentGroup } from './segments.ts';

const Chunk = memo(function Chunk({ rows, pairs, view, canExpand, marks, from, to }: PieceOf) {
  const place = useRef<HTMLDivElement>(null);
  const piece = useMemo(
    () => ({ rows, pairs, view, canExpand, marks, from, to }),
    [rows, pairs, view, canExpand, marks, from, to],
  );
  useLayoutEffect(() => {
    if (place.current) pieceVirtualizer.put(place.current, piece);
  }, [piece]);
  useEffect(() => {
    const element = place.current;
    return () => {
      if (element) pieceVirtualizer.take(element);
    };
  }, []);
  const height = drawnCount(piece) * ROW_HEIGHT_PX;
  return <div ref={place} className="dchunk" style={{ containIntrinsicBlockSize: `auto ${height}px` }} />;
});

/**
 * Of lines that a form divides, those around the middle of their piece stay the same element: so the larger part of them
 * does, and no element has to pass what stands between, which would take the keyboard from a form.
 */
function segmentKey(segment: Segment): string {
  if (segment.type === 'insertion') return `i${segment.after}`;
  const { from, to } = segment;
  const middle = from - (from % CHUNK_ROWS) + CHUNK_ROWS / 2;
  return `r${from < middle && middle < to ? middle : from}`;
}

type SegmentProps = Omit<PieceOf, 'from' | 'to'> & {
  segment: Segment;
  insertionRows: ReadonlyMap<number, ReactNode[]>;
};

/** A run of lines, or what stands between two of them. */
function DiffSegment({ segment, insertionRows, ...piece }: SegmentProps) {
  if (segment.type === 'rows') return <Chunk {...piece} from={segment.from} to={segment.to} />;
  return <div className="diff-insertion">{insertionRows.get(segment.after)}</div>;
}

type GroupProps = Omit<SegmentProps, 'segment'> & { group: SegmentGroup };

/** Pieces that are skipped together where they are only lines, each of them alone where something stands between. */
export function DiffGroup({ group, ...of }: GroupProps) {
  const { segments, isOnlyRows } = group;
  const height = segments.reduce(
    (sum, segment) => sum + (segment.type === 'rows' ? drawnCount({ ...of, ...segment }) * ROW_HEIGHT_PX : 0),
    0,
  );
  return (
    <div className={clsx(isOnlyRows && 'dgroup')} style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      {segments.map((segment) => (
        <DiffSegment key={segmentKey(segment)} segment={segment} {...of} />
      ))}
    </div>
  );
}

/** Insertions by the row of the view they stand below; two sides of one pair share a place. */
export function displayIndexes(
  insertions: ReadonlyMap<number, ReactNode> | undefined,
  pairs: readonly PairedLines[],
  view: DiffView,
): Map<number, ReactNode[]> {
  const found = new Map<number, ReactNode[]>();
  for (const [index, node] of insertions ?? []) {
    const place = view === 'inline' ? index : pairs.findIndex((pair) => pair.left === index || pair.right === index);
    if (place >= 0) found.set(place, [...(found.get(place) ?? []), node]);
  }
  return found;
}
