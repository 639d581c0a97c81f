import { memo, type ReactNode, useCallback } from 'react';
import { WrittenHtml } from '../trusted-html.tsx';
import { chunkHtml, ROW_HEIGHT_PX, type RowMarks } from './chunk-html.ts';
import { type DiffRow, type DiffView, type PairedRow, rowOfDisplay } from './diff-row.ts';
import type { Segment } from './segments.ts';

type ChunkProps = {
  rows: readonly DiffRow[];
  pairs: readonly PairedRow[];
  view: DiffView;
  canExpand: boolean;
  marks: RowMarks;
};

/** Rows of a piece that are drawn. */
function shownRows(rows: readonly DiffRow[], pairs: readonly PairedRow[], view: DiffView, from: number, to: number) {
  let count = 0;
  for (let at = from; at < to; at++) if (rows[rowOfDisplay(pairs, view, at)]?.isHidden !== true) count++;
  return count;
}

const Chunk = memo(function Chunk(props: ChunkProps & { from: number; to: number }) {
  const { rows, pairs, view, from, to, canExpand, marks } = props;
  const make = useCallback(() => {
    const body = chunkHtml(rows, pairs, view, from, to, { canExpand, marks });
    const kind = view === 'parallel' ? 'dtable dtable-parallel' : 'dtable';
    return `<table class="${kind}" role="presentation"><tbody>${body}</tbody></table>`;
  }, [rows, pairs, view, from, to, canExpand, marks]);
  const height = shownRows(rows, pairs, view, from, to) * ROW_HEIGHT_PX;
  return <WrittenHtml make={make} className="dchunk" style={{ containIntrinsicBlockSize: `auto ${height}px` }} />;
});

export function segmentKey(segment: Segment): string {
  return segment.type === 'rows' ? `r${segment.from}` : `i${segment.after}`;
}

/** A run of lines, or what stands between two of them. */
export function DiffSegment(props: ChunkProps & { segment: Segment; insertionRows: ReadonlyMap<number, ReactNode[]> }) {
  const { segment, insertionRows, ...chunk } = props;
  if (segment.type === 'rows') return <Chunk {...chunk} from={segment.from} to={segment.to} />;
  return <div className="diff-insertion">{insertionRows.get(segment.after)}</div>;
}

/** Insertions by the row of the view they stand below; two sides of one pair share a place. */
export function displayIndexes(
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
