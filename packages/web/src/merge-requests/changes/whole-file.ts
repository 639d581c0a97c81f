import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { Changes } from './changes-context.ts';
import { fetchContextLines, fetchWholeFile } from './context-lines.ts';
import { loadMoreLines } from './load-more-lines.ts';
import { insertContext } from './model/expand-context.ts';
import type { FileViews } from './model/file-views.ts';
import { openedRows } from './model/opened-rows.ts';
import { fillGaps } from './model/fill-gaps.ts';
import { markMoves } from './model/mark-moves.ts';
import { nextFull, nextRenamed } from './model/whole-file-machines.ts';
import { fileNow } from './shown-rows.ts';

/** Every line of the file as it is now, around and between what changed, and the changed lines they were put around. */
async function wholeRows(file: PageDiffFile, changes: Pick<Changes, 'store'>) {
  if (file.context_lines_path === null) throw new Error('The file has no lines of its own.');
  const lines = await fetchWholeFile(file.context_lines_path);
  // Colours may have come meanwhile.
  const { highlighted_diff_lines: of, moves } = fileNow(file, changes);
  return { of, rows: fillGaps(markMoves(toDiffRows(of), moves, file.file_hash), openedRows(lines), file.file_hash) };
}

type Of = Pick<Changes, 'views' | 'store' | 'params'>;

/** Of a very long file only the first changes are there. Throws when the others cannot be had. */
async function loadAllChanges(file: PageDiffFile, changes: Of): Promise<void> {
  for (;;) {
    const now = fileNow(file, changes);
    if (now.next_line === null || changes.views.get(file.file_hash).full !== 'loading') return;
    await loadMoreLines(now, changes);
  }
}

/** Shows every line of the file; what goes wrong is said above its lines. */
export async function showWholeFile(file: PageDiffFile, changes: Of): Promise<void> {
  const { views } = changes;
  const hash = file.file_hash;
  const step = (event: 'start' | 'done' | 'error') => nextFull(views.get(hash).full, event);
  views.fold(hash, 'open');
  views.patch(hash, { full: step('start'), problem: null });
  try {
    await loadAllChanges(file, changes);
    const opened = await wholeRows(file, changes);
    // Somebody may have gone back to the changes in the meantime.
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

/** As many lines as are shown at first of a file that is too large to be shown whole. */
const FIRST_LINES = 500;

/** The first lines of such a file; a gap after them leads to the others. */
async function firstRows(file: PageDiffFile, changes: Pick<Changes, 'store'>) {
  if (file.context_lines_path === null) throw new Error('The file has no lines of its own.');
  const query = { since: 1, to: FIRST_LINES, offset: 0, bottom: true, unfold: true };
  const lines = await fetchContextLines(file.context_lines_path, {
    ...query,
    view: 'inline',
    from_merge_request: true,
  });
  return { of: fileNow(file, changes).highlighted_diff_lines, rows: insertContext([], 0, openedRows(lines)) };
}

/** Shows what is in a file that was only renamed. */
export async function showRenamed(file: PageDiffFile, changes: Pick<Changes, 'views' | 'store'>): Promise<void> {
  const { views } = changes;
  const hash = file.file_hash;
  const step = (event: 'show' | 'error' | 'success') => nextRenamed(views.get(hash).renamed, event);
  views.patch(hash, { renamed: step('show') });
  try {
    const opened = await (file.shown_in_parts ? firstRows : wholeRows)(file, changes);
    // Another may have asked as well, and its reader may have opened more since.
    if (views.get(hash).renamed === 'success') return;
    views.patch(hash, { renamed: step('success'), opened });
  } catch {
    views.patch(hash, { renamed: step('error') });
  }
}
