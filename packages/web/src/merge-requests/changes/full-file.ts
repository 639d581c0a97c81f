import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { Changes } from './changes-context.ts';
import { fetchFullFile } from './context-lines.ts';
import { loadPage } from './load-page.ts';
import type { FileViews } from './model/file-views.ts';
import { fillGaps } from './model/fill-gaps.ts';
import { firstOmittedLine } from './model/omitted-lines.ts';
import { markMoves } from './model/mark-moves.ts';
import { openedRows } from './model/opened-rows.ts';
import { nextFull, nextRenamed } from './model/full-file-state.ts';
import { openPart, partOf } from './open-part.ts';
import { readingPosition } from './reading-position.ts';
import { fileNow, visibleRows } from './visible-rows.ts';

/** Every line of the file as it is now, around and between what changed, and the changed lines they were put around. */
async function wholeRows(file: PageDiffFile, changes: Pick<Changes, 'store'>) {
  if (file.context_lines_path === null) throw new Error('The file has no lines of its own.');
  const lines = await fetchFullFile(file.context_lines_path);
  // Colours may have come meanwhile.
  const now = fileNow(file, changes);
  return {
    of: now.highlighted_diff_lines,
    rows: fillGaps(
      markMoves(toDiffRows(now.highlighted_diff_lines), now.moves, file.file_hash),
      openedRows(lines),
      file.file_hash,
    ),
  };
}

type Of = Pick<Changes, 'views' | 'store' | 'params'>;

/** Of a very long file only some changes are there. Throws when the others cannot be had. */
async function loadAllChanges(file: PageDiffFile, changes: Of): Promise<void> {
  for (;;) {
    const now = fileNow(file, changes);
    const from = firstOmittedLine(now);
    if (from === null || changes.views.get(file.file_hash).full !== 'loading') return;
    await loadPage(now, { from }, changes);
  }
}

/** Of a large file, the part with the line that is being read, else with the first change. */
async function showPart(file: PageDiffFile, changes: Of): Promise<void> {
  const place = readingPosition();
  const read = place?.fileHash === file.file_hash ? place.line?.newLine : null;
  const { rows } = visibleRows(file, changes);
  const first = rows.find(({ newLine }) => newLine !== null)?.newLine;
  await openPart(file, partOf(read ?? first ?? 1), changes);
}

/** Shows every line of the file, of a large one part by part; what goes wrong is said above its lines. */
export async function showFullFile(file: PageDiffFile, changes: Of): Promise<void> {
  const { views } = changes;
  const hash = file.file_hash;
  const step = (event: 'start' | 'done' | 'error') => nextFull(views.get(hash).full, event);
  views.fold(hash, 'open');
  views.patch(hash, { full: step('start'), problem: null });
  try {
    if (file.shown_in_parts) await showPart(file, changes);
    else await loadAllChanges(file, changes);
    const opened = file.shown_in_parts ? views.get(hash).opened : await wholeRows(file, changes);
    // Someone may have gone back to the changes in the meantime.
    if (views.get(hash).full !== 'loading') return;
    views.patch(hash, { full: step('done'), opened });
  } catch {
    if (views.get(hash).full !== 'loading') return;
    views.patch(hash, { full: step('error'), problem: 'Error loading full diff. Please try again.' });
  }
}

/** The changes only again. */
export function showChangesOnly(hash: string, views: FileViews): void {
  const { full, returns = 0 } = views.get(hash);
  views.patch(hash, { full: nextFull(full, 'hide'), opened: null, problem: null, returns: returns + 1 });
}

/** Shows what is in a file that was only renamed. */
export async function showRenamed(file: PageDiffFile, changes: Of): Promise<void> {
  const { views } = changes;
  const hash = file.file_hash;
  const step = (event: 'show' | 'error' | 'success') => nextRenamed(views.get(hash).renamed, event);
  views.patch(hash, { renamed: step('show') });
  try {
    if (file.shown_in_parts) await openPart(file, partOf(1), changes);
    const opened = file.shown_in_parts ? views.get(hash).opened : await wholeRows(file, changes);
    // Another may have asked as well, and its reader may have opened more since.
    if (views.get(hash).renamed === 'success') return;
    views.patch(hash, { renamed: step('success'), opened });
  } catch {
    views.patch(hash, { renamed: step('error') });
  }
}
