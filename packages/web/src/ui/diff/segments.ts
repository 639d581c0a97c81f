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
