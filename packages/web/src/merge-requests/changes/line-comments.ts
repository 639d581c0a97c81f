import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
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
  threadsOn: (file: PageDiffFile, row: DiffRow) => readonly PageDiscussion[];
  /** Undefined when the reader may not comment. `from` is the first line where there are several. */
  begin: ((file: PageDiffFile, row: DiffRow, side: 'old' | 'new' | null, from?: DiffRow) => void) | undefined;
};
