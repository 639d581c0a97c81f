import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { LineSpan, RebaseChanges } from '@tributary/contract/merge-requests/rebased.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { MANY_FILES } from './many-files.ts';

export type RebasedPart = RebaseChanges['parts'][number];

const lengthOf = (spans: readonly LineSpan[]) => spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** The comparison without what came with the rebase alone. `size` still counts all files: their places stay. */
export function withoutRebased(metadata: DiffsMetadata, changes: RebaseChanges): DiffsMetadata {
  if (changes.files.length === 0 && changes.parts.length === 0) return metadata;
  const hidden = new Set(changes.files);
  const parts = new Map(changes.parts.map((part) => [part.file_hash, part]));
  const files = metadata.diff_files
    .filter((file) => !hidden.has(file.file_hash))
    .map((file) => {
      const part = parts.get(file.file_hash);
      if (!part) return file;
      return {
        ...file,
        added_lines: file.added_lines - lengthOf(part.new),
        removed_lines: file.removed_lines - lengthOf(part.old),
      };
    });
  return {
    ...metadata,
    diff_files: files,
    render_overflow_warning: metadata.render_overflow_warning && files.length > MANY_FILES,
    real_size: String(files.length),
    added_lines: files.reduce((sum, file) => sum + file.added_lines, 0),
    removed_lines: files.reduce((sum, file) => sum + file.removed_lines, 0),
  };
}

function isIn(spans: readonly LineSpan[], line: number | null): boolean {
  return line !== null && spans.some(([first, last]) => first <= line && line <= last);
}

const isChange = (row: DiffRow) => row.kind === 'added' || row.kind === 'removed';

/**
 * Marks the rows that came with the rebase; unless all is shown, hunks that hold nothing else are hidden, together with
 * the row of hidden lines above them. What is said on a line stands below that line: such hunks stay. Indexes stay.
 */
export function markRebased(
  rows: readonly DiffRow[],
  part: RebasedPart,
  { isShown, talked }: { isShown: boolean; talked: ReadonlySet<number> },
): DiffRow[] {
  const marked = rows.map((row): DiffRow => {
    const spans = row.kind === 'added' ? part.new : row.kind === 'removed' ? part.old : [];
    const isOfTarget = isIn(spans, row.kind === 'added' ? row.newLine : row.oldLine);
    return isOfTarget ? { ...row, origin: 'target' } : row;
  });
  if (isShown) return marked;
  const isTalked = (start: number, end: number) => [...talked].some((at) => start <= at && at < end);
  for (const [start, end] of hunksOf(marked)) {
    if (isTalked(start, end)) continue;
    const changes = marked.slice(start, end).filter(isChange);
    if (changes.length === 0 || changes.some((row) => row.origin !== 'target')) continue;
    for (let at = start; at < end; at++) {
      const row = marked[at];
      if (row) marked[at] = { ...row, isHidden: true };
    }
  }
  return marked;
}

/** Stretches of rows between the rows of hidden lines, each with the one above it. */
function hunksOf(rows: readonly DiffRow[]): [start: number, end: number][] {
  const starts = rows.flatMap((row, at) => (at === 0 || row.kind === 'match' ? [at] : []));
  return starts.map((start, at) => [start, starts[at + 1] ?? rows.length]);
}

/** Hunks of a file that are not shown. */
export function countHidden(rows: readonly DiffRow[]): number {
  return hunksOf(rows).filter(([start]) => rows[start]?.isHidden === true).length;
}
