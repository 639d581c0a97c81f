import { CHUNK_ROWS } from './chunk-html.ts';

/** A run of rows drawn as one piece of HTML, or the row after which something of React's stands. */
export type Segment = { type: 'rows'; from: number; to: number } | { type: 'insertion'; after: number };

/**
 * Cuts rows into pieces of at most CHUNK_ROWS, broken where something is inserted. Pieces start at fixed multiples, so
 * that opening a form redraws the one piece it stands in and no other.
 */
export function segmentRows(count: number, insertAfter: Iterable<number>): Segment[] {
  const insertions = [...new Set(insertAfter)].filter((row) => row >= 0 && row < count).toSorted((a, b) => a - b);
  const segments: Segment[] = [];
  let from = 0;
  let next = 0;
  while (from < count) {
    const boundary = (Math.floor(from / CHUNK_ROWS) + 1) * CHUNK_ROWS;
    const insertion = insertions[next];
    const to = Math.min(count, boundary, insertion === undefined ? Number.POSITIVE_INFINITY : insertion + 1);
    segments.push({ type: 'rows', from, to });
    if (insertion !== undefined && to === insertion + 1) {
      segments.push({ type: 'insertion', after: insertion });
      next++;
    }
    from = to;
  }
  return segments;
}

/** Lines of a group: pieces that the browser skips together, so that it looks after tens of places instead of a thousand. */
const GROUP_ROWS = 10 * CHUNK_ROWS;

/** Segments that stand in one block of the page; with something inserted their height is not known ahead. */
export type SegmentGroup = { from: number; segments: Segment[]; isOnlyRows: boolean };

export function groupSegments(segments: readonly Segment[]): SegmentGroup[] {
  const groups: SegmentGroup[] = [];
  for (const segment of segments) {
    const at = segment.type === 'rows' ? segment.from : segment.after;
    const from = Math.floor(at / GROUP_ROWS) * GROUP_ROWS;
    let group = groups.at(-1);
    if (group?.from !== from) groups.push((group = { from, segments: [], isOnlyRows: true }));
    group.segments.push(segment);
    group.isOnlyRows &&= segment.type === 'rows';
  }
  return groups;
}
