import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { fetchFoldedFile } from '../queries.ts';
import type { Changes } from './changes-context.ts';
import { keepColoured } from './colour-lines.ts';
import { fileNow } from './shown-rows.ts';

/** Adds the next lines of a very long file; what was opened between its lines stays. Throws when they cannot be had. */
export async function loadMoreLines(
  file: PageDiffFile,
  changes: Pick<Changes, 'store' | 'views' | 'params'>,
): Promise<void> {
  if (file.next_line === null) return;
  const { store, views, params } = changes;
  const next = await fetchFoldedFile(file, params, file.next_line);
  const now = fileNow(file, changes);
  keepColoured(now);
  keepColoured(next);
  // Somebody else has added them meanwhile.
  if (now.next_line !== file.next_line) return;
  const lines = [...now.highlighted_diff_lines, ...next.highlighted_diff_lines];
  const { opened } = views.get(file.file_hash);
  if (opened?.of === now.highlighted_diff_lines) {
    const rows = [...opened.rows, ...toDiffRows(next.highlighted_diff_lines)];
    views.patch(file.file_hash, { opened: { of: lines, rows } });
  }
  views.patch(file.file_hash, { isLonger: true });
  store.put(file.index, {
    ...now,
    highlighted_diff_lines: lines,
    next_line: next.next_line,
    is_highlighted: now.is_highlighted && next.is_highlighted,
  });
}
