import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { MOST_OPENED } from '../../ui/diff/expand-ways.ts';
import type { Changes } from './changes-context.ts';
import { fetchContextLines } from './context-lines.ts';
import { loadPage } from './load-page.ts';
import { fillPart } from './model/fill-part.ts';
import { omittedWithin } from './model/omitted-lines.ts';
import { openedRows } from './model/opened-rows.ts';
import { fileNow, visibleRows } from './visible-rows.ts';

const HIDDEN: DiffRow = { kind: 'match', oldLine: null, newLine: null, html: '', lineCode: null };

type Of = Pick<Changes, 'store' | 'views' | 'params'>;

/** Lines of the newer side, both included. */
export type Part = { from: number; to: number };

/** A file that is too large to be shown whole has parts of so many lines. */
export function partOf(line: number): Part {
  const from = line - ((line - 1) % MOST_OPENED);
  return { from, to: from + MOST_OPENED - 1 };
}

/** The changes among these lines, also of a file of which only some are here. */
async function loadChanges(file: PageDiffFile, part: Part, changes: Of): Promise<void> {
  for (;;) {
    const now = fileNow(file, changes);
    const wanted = omittedWithin(visibleRows(now, changes).rows, part, now.next_line);
    if (!wanted) return;
    await loadPage(now, wanted, changes);
    // What does not come is not waited for.
    if (fileNow(file, changes).highlighted_diff_lines === now.highlighted_diff_lines) return;
  }
}

/**
 * Shows the hidden lines of one part of a file, with the changes among them; what is before and after them stays hidden.
 * Throws when they cannot be had. Who went back to the changes alone waits for nothing any more.
 */
export async function openPart(file: PageDiffFile, part: Part, changes: Of): Promise<void> {
  const { context_lines_path: path, file_hash: hash } = file;
  if (path === null) throw new Error('The file has no lines of its own.');
  const { returns } = changes.views.get(hash);
  const query = { since: part.from, to: part.to, offset: 0, bottom: true, unfold: true };
  const [lines] = await Promise.all([
    fetchContextLines(path, { ...query, view: 'inline', from_merge_request: true }),
    loadChanges(file, part, changes),
  ]);
  if (changes.views.get(hash).returns !== returns) return;
  const gap = lines.at(-1)?.type === 'match' ? lines.at(-1) : undefined;
  const { new_pos: next = 1, lines_left: left = 0 } = gap?.meta_data ?? {};
  const total = gap ? next - 1 + left : (lines.at(-1)?.new_line ?? part.from - 1);
  const { file: now, of, rows } = visibleRows(file, changes);
  // Of a file that was only renamed nothing is shown before.
  const around = rows.length > 0 ? rows : [HIDDEN];
  const shown = { from: part.from, lines: openedRows(gap ? lines.slice(0, -1) : lines), total };
  changes.views.patch(hash, { opened: { of, rows: fillPart(around, shown, hash) }, problem: null });
  if (lines.length > 0) changes.store.put(now.index, { ...now, new_lines_count: total });
}
