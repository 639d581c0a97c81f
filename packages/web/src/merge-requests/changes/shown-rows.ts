import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { Changes } from './changes-context.ts';
import { markMoves } from './model/mark-moves.ts';

type ChangedLines = Pick<
  PageDiffFile,
  'highlighted_diff_lines' | 'moves' | 'file_hash' | 'shown_in_parts' | 'new_lines_count'
>;
type Shown = { file: PageDiffFile; of: PageDiffFile['highlighted_diff_lines']; rows: readonly DiffRow[] };

/** A file as it is by now: colours and further lines may have come since somebody was given `file`. */
export function fileNow(file: PageDiffFile, { store }: Pick<Changes, 'store'>): PageDiffFile {
  const now = store.get(file.index);
  return now.state === 'loaded' ? now.file : file;
}

/** Rows of its changes alone. Where a large file ends is known when somebody has read so far. */
export function changedRows({
  highlighted_diff_lines: lines,
  moves,
  file_hash: hash,
  ...file
}: ChangedLines): DiffRow[] {
  const rows = markMoves(toDiffRows(lines), moves, hash);
  const last = rows.at(-1);
  if (!file.shown_in_parts || last?.kind !== 'match' || last.leftOut) return rows;
  const end = rows.findLast(({ newLine }) => newLine !== null)?.newLine ?? 0;
  return rows.with(rows.length - 1, {
    ...last,
    linesLeft: file.new_lines_count === null ? Infinity : file.new_lines_count - end,
  });
}

/** Its rows, with what was opened between them by now. */
export function shownRows(file: PageDiffFile, changes: Pick<Changes, 'store' | 'views'>): Shown {
  const now = fileNow(file, changes);
  const of = now.highlighted_diff_lines;
  const { opened } = changes.views.get(file.file_hash);
  const rows = opened?.of === of ? opened.rows : changedRows(now);
  return { file: now, of, rows };
}
