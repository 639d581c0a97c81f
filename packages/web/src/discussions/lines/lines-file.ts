import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

/** A changed file on whose lines something is said; with its lines where they can be suggested again, and its content where it has several. */
export type LinesFile = Pick<PageDiffFile, 'file_hash' | 'file_path' | 'diff_refs' | 'old_path' | 'new_path'> &
  Partial<Pick<PageDiffFile, 'highlighted_diff_lines' | 'blob'>>;
