import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback, useMemo } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { selectedRange } from '../../ui/diff/use-selected-lines.ts';
import { useChanges } from './changes-context.ts';
import { useTalkedRows } from './lines/line-insertions.tsx';
import { foldMoves, type FoldedRows } from './model/fold-moves.ts';
import { useFileView } from './use-diff-file.ts';

const NO_ROWS: readonly DiffRow[] = [];

/** The rows with moved blocks folded, except those that the reader opened, points at or talks about. */
export function useFoldedMoves(
  file: PageDiffFile,
  rows: readonly DiffRow[],
): FoldedRows & { onFold: (key: string) => void } {
  const { views } = useChanges();
  const { openMoves, areCommentsHidden, selected } = useFileView(file.file_hash);
  const { moves, file_hash: hash } = file;
  const hanging = useTalkedRows(file, moves.length === 0 || areCommentsHidden ? NO_ROWS : rows);
  const folded = useMemo(() => {
    const [first, last] = (selected && moves.length > 0 && selectedRange(rows, selected)) || [-1, -1];
    const isKept = (index: number) => hanging.has(index) || (first <= index && index <= last);
    return foldMoves(rows, moves, { isOpen: (key) => openMoves.has(key), isKept });
  }, [rows, moves, hanging, openMoves, selected]);
  const onFold = useCallback(
    (key: string) => views.showMove(hash, key, !views.get(hash).openMoves.has(key)),
    [views, hash],
  );
  return { ...folded, onFold };
}
