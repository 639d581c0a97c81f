import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback, useMemo } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { selectedRange } from '../../ui/diff/use-selected-lines.ts';
import { useChanges } from './changes-context.ts';
import type { FileComments } from '../../discussions/lines/line-comments.ts';
import { commentedRows } from '../../discussions/lines/line-insertions.tsx';
import { foldMoves, type FoldedRows } from './model/fold-moves.ts';
import type { FileView } from './model/file-views.ts';

/** The rows with moved blocks folded, except those that the reader opened, points at or talks about. */
export function useFoldedMoves(
  file: PageDiffFile,
  rows: readonly DiffRow[],
  { openMoves, areCommentsHidden, selected }: FileView,
  said: FileComments,
): FoldedRows & { onFold: (key: string) => void } {
  const { views } = useChanges();
  const { moves, file_hash: hash } = file;
  const folded = useMemo(() => {
    const moved = moves.length === 0 ? [] : rows;
    const hanging = areCommentsHidden ? new Set() : commentedRows(said, file, moved);
    const [first, last] = (selected && selectedRange(moved, selected)) || [-1, -1];
    const isKept = (index: number) => hanging.has(index) || (first <= index && index <= last);
    return foldMoves(rows, moves, { isOpen: (key) => openMoves.has(key), isKept });
  }, [file, rows, moves, areCommentsHidden, said, openMoves, selected]);
  const onFold = useCallback(
    (key: string) => views.showMove(hash, key, !views.get(hash).openMoves.has(key)),
    [views, hash],
  );
  return { ...folded, onFold };
}
