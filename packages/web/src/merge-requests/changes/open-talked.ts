import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { Changes } from './changes-context.ts';
import { fetchContextLines } from './context-lines.ts';
import { insertOpening, openingAround } from './model/expand-context.ts';
import { openedRows } from './model/opened-rows.ts';
import { shownRows } from './shown-rows.ts';

/**
 * Puts hidden lines that somebody spoke about among the others, with their neighbours: one after the other, for each changes
 * where the next one is. Throws what a request threw.
 */
export async function openTalked(
  file: PageDiffFile,
  lines: readonly number[],
  changes: Pick<Changes, 'store' | 'views'>,
): Promise<void> {
  const { context_lines_path: path, file_hash: hash } = file;
  if (path === null) return;
  for (const line of lines) {
    const opening = () => {
      const { rows, of, file: now } = shownRows(file, changes);
      return { rows, of, at: openingAround(rows, line, now.new_lines_count) };
    };
    const { at } = opening();
    if (!at) continue;
    const { since, to, offset } = at;
    const asked = { since, to, offset, bottom: true, unfold: false, view: 'inline', from_merge_request: true };
    const context = await fetchContextLines(path, asked);
    // Others may have been opened while these were on their way.
    const now = opening();
    if (now.at?.since !== since || now.at.to !== to) continue;
    const rows = insertOpening(now.rows, now.at, openedRows(context));
    changes.views.patch(hash, { opened: { of: now.of, rows } });
  }
}
