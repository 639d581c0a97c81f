import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { Changes } from './changes-context.ts';
import { markMoves } from './model/mark-moves.ts';

type Shown = { file: PageDiffFile; of: PageDiffFile['highlighted_diff_lines']; rows: readonly DiffRow[] };

/** A file as it is by now: colours and further lines may have come since someone was given `file`. */
export function fileNow(file: PageDiffFile, { store }: Pick<Changes, 'store'>): PageDiffFile {
  const now = store.get(file.index);
  return now.state === 'loaded' ? now.file : file;
}

/** Its rows, with what was opened between them by now. */
export function visibleRows(file: PageDiffFile, changes: Pick<Changes, 'store' | 'views'>): Shown {
  const now = fileNow(file, changes);
  const of = now.highlighted_diff_lines;
  const { opened } = changes.views.get(file.file_hash);
  const rows = opened?.of === of ? opened.rows : markMoves(toDiffRows(of), now.moves, file.file_hash);
  return { file: now, of, rows };
}
