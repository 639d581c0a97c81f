import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { ReactNode } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';

/** What stands between the lines of a file, and how a comment is begun there. */
export type LineComments = {
  /** Threads and forms by index into `rows`. */
  insertions: (file: PageDiffFile, rows: readonly DiffRow[]) => ReadonlyMap<number, ReactNode>;
  /** Threads on the file as a whole, above its lines. */
  onFile: (file: PageDiffFile) => ReactNode;
  /** Threads that are open. */
  countOf: (file: DiffFileSummary) => number;
  /** Undefined when the reader may not comment. */
  begin: ((file: PageDiffFile, row: DiffRow, side: 'old' | 'new' | null) => void) | undefined;
};
