import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback } from 'react';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { fetchContextLines } from '../queries.ts';
import { useChanges } from './changes-context.ts';
import type { FileViews } from './model/file-views.ts';
import { fillGaps } from './model/fill-gaps.ts';
import { markMoves } from './model/mark-moves.ts';
import { nextFull, nextRenamed } from './model/file-machines.ts';

/** Every line of the file as it is now, around and between what changed. */
async function wholeRows(file: PageDiffFile) {
  if (file.context_lines_path === null) throw new Error('The file has no lines of its own.');
  const query = { since: 1, to: 1, full: true, view: 'inline', from_merge_request: true };
  const lines = await fetchContextLines(file.context_lines_path, query);
  const changed = markMoves(toDiffRows(file.highlighted_diff_lines), file.moves, file.file_hash);
  return fillGaps(changed, toDiffRows(lines), file.file_hash);
}

/** Shows every line of the file; what goes wrong is said above its lines. */
export async function showWholeFile(file: PageDiffFile, views: FileViews): Promise<void> {
  const hash = file.file_hash;
  const step = (event: 'start' | 'done' | 'error') => nextFull(views.get(hash).full, event);
  views.fold(hash, 'open');
  views.patch(hash, { full: step('start'), problem: null });
  try {
    const rows = await wholeRows(file);
    // Somebody may have gone back to the changes in the meantime.
    if (views.get(hash).full !== 'loading') return;
    views.patch(hash, { full: step('done'), opened: { of: file.highlighted_diff_lines, rows } });
  } catch {
    views.patch(hash, { full: step('error'), problem: 'Error loading full diff. Please try again.' });
  }
}

/** The changes only again. */
export function showChangesOnly(hash: string, views: FileViews): void {
  views.patch(hash, { full: nextFull(views.get(hash).full, 'hide'), opened: null, problem: null });
}

/** Shows what is in a file that was only renamed. */
export function useRenamedContents(file: PageDiffFile) {
  const { views } = useChanges();
  const hash = file.file_hash;
  const step = useCallback(
    (event: 'show' | 'error' | 'success' | 'dismiss') =>
      views.patch(hash, { renamed: nextRenamed(views.get(hash).renamed, event) }),
    [hash, views],
  );
  const show = useCallback(async () => {
    step('show');
    try {
      const rows = await wholeRows(file);
      views.patch(hash, { opened: { of: file.highlighted_diff_lines, rows } });
      step('success');
    } catch {
      step('error');
    }
  }, [file, hash, views, step]);
  return { show, dismiss: () => step('dismiss') };
}
