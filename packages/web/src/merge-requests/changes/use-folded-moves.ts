import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { selectedRange } from '../../ui/diff/use-selected-lines.ts';
import { useChanges } from './changes-context.ts';
import { foldMoves, type FoldedRows } from './model/fold-moves.ts';
import { useFileView } from './use-diff-file.ts';

const NOTHING: ReadonlyMap<number, ReactNode> = new Map();

/** The rows with moved blocks folded, except those that the reader opened, points at or talks about. */
export function useFoldedMoves(
  file: PageDiffFile,
  rows: readonly DiffRow[],
): FoldedRows & { onFold: (key: string) => void } {
  const { comments, views } = useChanges();
  const { openMoves, areCommentsHidden, selected } = useFileView(file.file_hash);
  const { moves, file_hash: hash } = file;
  const hanging = useMemo(
    () => (moves.length === 0 || areCommentsHidden ? NOTHING : comments.insertions(file, rows)),
    [moves, areCommentsHidden, comments, file, rows],
  );
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
