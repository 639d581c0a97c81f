import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { IndexedLines } from '../model/index-by-line.ts';
import { type FileComments, type LineComments, formKeyOf } from './line-comments.ts';
import type { LinesFile } from './lines-file.ts';
import type { LineDiscussions } from './discussions-below-line.tsx';

type Rows = readonly DiffRow[];
const NONE: ReadonlyMap<number, never> = new Map<number, never>();

function ofRows<T>({ count, on }: IndexedLines<T>, rows: Rows): ReadonlyMap<number, readonly T[]> {
  if (count === 0) return NONE;
  const found = new Map<number, readonly T[]>();
  for (const [index, row] of rows.entries()) {
    const own = on(row);
    if (own.length > 0) found.set(index, own);
  }
  return found;
}

/** Threads of a file by index into its rows. */
export function threadsOfRows({ threads }: FileComments, file: LinesFile, rows: Rows) {
  return ofRows(threads(file.diff_refs), rows);
}

function draftsOfRows({ drafts }: FileComments, file: LinesFile, rows: Rows) {
  return ofRows(drafts(file.diff_refs), rows);
}

/** Indexes of the rows that something stands below: threads, pending comments or a form. */
export function commentedRows(said: FileComments, file: LinesFile, rows: Rows): ReadonlySet<number> {
  const { forms } = said;
  const places = new Set([...threadsOfRows(said, file, rows).keys(), ...draftsOfRows(said, file, rows).keys()]);
  for (const [index, row] of forms.size === 0 ? [] : rows.entries()) {
    if (row.lineCode !== null && forms.has(formKeyOf(said, file, row))) places.add(index);
  }
  return places;
}

export type LineTalking = {
  comments: LineComments;
  /** What stands below one line; comes after the lines. The same one on all of them. */
  Talk: ComponentType<LineDiscussions & { drafts: readonly PageDraft[] }>;
};

/** Threads, pending comments and forms by index into the rows. */
export function useLineInsertions(
  file: LinesFile,
  rows: Rows,
  said: FileComments,
  { comments, Talk }: LineTalking,
): ReadonlyMap<number, ReactNode> {
  return useMemo(() => {
    const threads = threadsOfRows(said, file, rows);
    const drafts = draftsOfRows(said, file, rows);
    return new Map(
      [...commentedRows(said, file, rows)].map((index) => {
        const row = rows[index];
        const place = row ? formKeyOf(said, file, row) : '';
        const node = (
          <Suspense fallback={null}>
            <Talk
              {...{ file, rows, index, place }}
              threads={threads.get(index) ?? []}
              drafts={drafts.get(index) ?? []}
              form={said.forms.get(place)}
              onStart={(start) => comments.begin(place, start, 0)}
              onClose={() => comments.close(place)}
            />
          </Suspense>
        );
        return [index, node];
      }),
    );
  }, [comments, Talk, said, file, rows]);
}
