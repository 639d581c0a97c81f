import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { loadedLater } from '../../../ui/loaded-later.tsx';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../line-comments.ts';

/** Threads, editors and what belongs to them come after the lines; see `preload-comments.ts`. */
export const LineTalk = loadedLater(() => import('./line-talk.tsx'));

const NO_THREADS: ReadonlyMap<number, readonly PageDiscussion[]> = new Map();

/** Threads of a file by index into its rows. */
export function useRowThreads(file: PageDiffFile, rows: readonly DiffRow[]) {
  const { threads } = useFileComments(file.file_hash);
  const refs = file.diff_refs;
  return useMemo(() => {
    if (threads.count === 0) return NO_THREADS;
    const found = new Map<number, readonly PageDiscussion[]>();
    for (const [index, row] of rows.entries()) {
      const own = threads.on(refs, row);
      if (own.length > 0) found.set(index, own);
    }
    return found;
  }, [threads, refs, rows]);
}

/** Indexes of the rows that something stands below: threads, pending comments or a form. */
export function useTalkedRows(file: PageDiffFile, rows: readonly DiffRow[]): ReadonlySet<number> {
  const { forms, drafts } = useFileComments(file.file_hash);
  const threads = useRowThreads(file, rows);
  return useMemo(() => {
    const places = new Set(threads.keys());
    const codes = new Set([...forms.keys(), ...drafts.keys()]);
    for (const [index, { lineCode }] of codes.size === 0 ? [] : rows.entries()) {
      if (lineCode !== null && codes.has(lineCode)) places.add(index);
    }
    return places;
  }, [forms, drafts, threads, rows]);
}

/** Threads, pending comments and forms by index into the rows. */
export function useLineInsertions(file: PageDiffFile, rows: readonly DiffRow[]): ReadonlyMap<number, ReactNode> {
  const { comments } = useChanges();
  const { forms, drafts } = useFileComments(file.file_hash);
  const threads = useRowThreads(file, rows);
  const places = useTalkedRows(file, rows);
  return useMemo(() => {
    return new Map(
      [...places].map((index) => {
        const lineCode = rows[index]?.lineCode ?? '';
        const form = forms.get(lineCode);
        const node = (
          <Suspense fallback={null}>
            <LineTalk
              {...{ file, rows, index }}
              threads={threads.get(index) ?? []}
              drafts={drafts.get(lineCode) ?? []}
              form={form}
              onStart={(start) => comments.begin(lineCode, start)}
              onClose={() => comments.close(lineCode)}
            />
          </Suspense>
        );
        return [index, node];
      }),
    );
  }, [comments, forms, drafts, threads, places, file, rows]);
}
