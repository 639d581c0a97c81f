import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { type ExpandWay, hiddenLines, lastNumber, MOST_OPENED } from '../../ui/diff/expand-ways.ts';
import type { Changes } from './changes-context.ts';
import { fetchContextLines } from './context-lines.ts';
import { loadPage, pageBefore } from './load-page.ts';
import { contextRequest, insertContext } from './model/expand-context.ts';
import { openedRows } from './model/opened-rows.ts';
import { visibleRows } from './visible-rows.ts';

/** Gaps are told apart by the line above them; 0 at the beginning of the file. */
function lineAbove(rows: readonly DiffRow[], index: number): number {
  const above = rows.slice(0, index).findLast((row) => lastNumber(row, 'new') !== null);
  return (above && lastNumber(above, 'new')) ?? 0;
}

const gapBelow = (rows: readonly DiffRow[], above: number) =>
  rows.findIndex(({ kind, leftOut }, index) => kind === 'match' && !leftOut && lineAbove(rows, index) === above);

/**
 * Puts the hidden lines at a `match` row among the others, or lines of the changes that were left out. All of them may take
 * several questions, for the server gives so many at once; what has come stays when a later one fails, and a gap that is
 * gone meanwhile is left. Throws what the request threw. Who went back to the changes alone waits for nothing any more.
 */
export async function openHidden(
  file: PageDiffFile,
  at: { rows: readonly DiffRow[]; index: number; way: ExpandWay },
  changes: Pick<Changes, 'store' | 'views' | 'params'>,
): Promise<void> {
  const { context_lines_path: path, file_hash: hash } = file;
  const { leftOut } = at.rows[at.index] ?? {};
  if (leftOut) {
    const wanted = at.way === 'up' ? pageBefore(leftOut) : null;
    await loadPage(file, wanted ?? { from: leftOut.from }, changes);
    return;
  }
  if (path === null) return;
  const hidden = hiddenLines(at.rows, at.index);
  // As the button says.
  const isAll = at.way === 'all' && (hidden === undefined || hidden <= MOST_OPENED);
  const { returns } = changes.views.get(hash);
  const isWaitedFor = () => changes.views.get(hash).returns === returns;
  let above: number | undefined = lineAbove(at.rows, at.index);
  while (above !== undefined) {
    const before = visibleRows(file, changes);
    const index = gapBelow(before.rows, above);
    const request = index < 0 ? undefined : contextRequest(before.rows, index, before.file.new_lines_count, at.way);
    if (!request) return;
    const asked = fetchContextLines(path, { ...request, view: 'inline', from_merge_request: true });
    const lines = await asked.catch((error: unknown) => {
      if (isWaitedFor()) throw error;
      return [];
    });
    if (!isWaitedFor()) return;
    // Other gaps may have been opened while the lines were on their way, and colours may have come.
    const now = visibleRows(file, changes);
    const place = gapBelow(now.rows, above);
    const isStill = place >= 0 && contextRequest(now.rows, place, now.file.new_lines_count, at.way);
    // Someone pressed twice: these lines are there already.
    if (!isStill || isStill.since !== request.since || isStill.to !== request.to) return;
    const rows = insertContext(now.rows, place, openedRows(lines));
    changes.views.patch(hash, { opened: { of: now.of, rows }, problem: null });
    const left = lines.findIndex(({ type }) => type === 'match');
    // Nothing but the rest would be asked for the same again.
    above = isAll && left > 0 ? (lines[left - 1]?.new_line ?? undefined) : undefined;
  }
}
