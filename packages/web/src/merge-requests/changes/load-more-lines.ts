import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type DiffParams, fetchFoldedFile } from '../queries.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';

/** Adds the next lines of a very long file. Throws when they cannot be had. */
export async function loadMoreLines(
  file: PageDiffFile,
  { store, params }: { store: DiffFileStore; params: DiffParams },
): Promise<void> {
  if (file.next_line === null) return;
  const next = await fetchFoldedFile(file, params, file.next_line);
  const lines = [...file.highlighted_diff_lines, ...next.highlighted_diff_lines];
  store.put(file.index, { ...file, highlighted_diff_lines: lines, next_line: next.next_line });
}
