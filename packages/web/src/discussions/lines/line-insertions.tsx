import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { FileComments, LineComments } from './line-comments.ts';
import type { LinesFile } from './lines-file.ts';
import type { LineTalk } from './talk-below-line.tsx';

type RowThreads = ReadonlyMap<number, readonly PageDiscussion[]>;
const NO_THREADS: RowThreads = new Map();

/** Threads of a file by index into its rows. */
export function threadsOfRows({ threads }: FileComments, file: LinesFile, rows: readonly DiffRow[]) {
  const { count, on } = threads(file.diff_refs);
  if (count === 0) return NO_THREADS;
  const found = new Map<number, readonly PageDiscussion[]>();
  for (const [index, row] of rows.entries()) {
    const own = on(row);
    if (own.length > 0) found.set(index, own);
  }
  return found;
}

/** Indexes of the rows that something stands below: threads, pending comments or a form. */
export function talkedRows(said: FileComments, threads: RowThreads, rows: readonly DiffRow[]): ReadonlySet<number> {
  const places = new Set(threads.keys());
  const codes = new Set([...said.forms.keys(), ...said.drafts.keys()]);
  for (const [index, { lineCode }] of codes.size === 0 ? [] : rows.entries()) {
    if (lineCode !== null && codes.has(lineCode)) places.add(index);
  }
  return places;
}

export type LineTalking = {
  comments: LineComments;
  /** What stands below one line; comes after the lines. The same one on all of them. */
  Talk: ComponentType<LineTalk & { drafts: readonly PageDraft[] }>;
};

/** Threads, pending comments and forms by index into the rows. */
export function useLineInsertions(
  file: LinesFile,
  rows: readonly DiffRow[],
  said: FileComments,
  { comments, Talk }: LineTalking,
): ReadonlyMap<number, ReactNode> {
  return useMemo(() => {
    const threads = threadsOfRows(said, file, rows);
    return new Map(
      [...talkedRows(said, threads, rows)].map((index) => {
        const lineCode = rows[index]?.lineCode ?? '';
        const node = (
          <Suspense fallback={null}>
            <Talk
              {...{ file, rows, index }}
              threads={threads.get(index) ?? []}
              drafts={said.drafts.get(lineCode) ?? []}
              form={said.forms.get(lineCode)}
              onStart={(start) => comments.begin(lineCode, start)}
              onClose={() => comments.close(lineCode)}
            />
          </Suspense>
        );
        return [index, node];
      }),
    );
  }, [comments, Talk, said, file, rows]);
}
