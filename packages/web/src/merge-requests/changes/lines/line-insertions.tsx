import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { loadedLater } from '../../../ui/loaded-later.tsx';
import { useChanges } from '../changes-context.ts';
import type { FileComments } from '../line-comments.ts';

/** Threads, editors and what belongs to them come after the lines; see `preload-comments.ts`. */
export const LineTalk = loadedLater(() => import('./line-talk.tsx'));

type RowThreads = ReadonlyMap<number, readonly PageDiscussion[]>;
const NO_THREADS: RowThreads = new Map();

/** Threads of a file by index into its rows. */
export function threadsOfRows({ threads }: FileComments, file: PageDiffFile, rows: readonly DiffRow[]) {
  if (threads.count === 0) return NO_THREADS;
  const found = new Map<number, readonly PageDiscussion[]>();
  for (const [index, row] of rows.entries()) {
    const own = threads.on(file.diff_refs, row);
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

/** Threads, pending comments and forms by index into the rows. */
export function useLineInsertions(
  file: PageDiffFile,
  rows: readonly DiffRow[],
  said: FileComments,
): ReadonlyMap<number, ReactNode> {
  const { comments } = useChanges();
  return useMemo(() => {
    const threads = threadsOfRows(said, file, rows);
    return new Map(
      [...talkedRows(said, threads, rows)].map((index) => {
        const lineCode = rows[index]?.lineCode ?? '';
        const node = (
          <Suspense fallback={null}>
            <LineTalk
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
  }, [comments, said, file, rows]);
}
