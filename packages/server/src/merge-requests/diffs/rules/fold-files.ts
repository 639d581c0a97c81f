import type { CollapseReason } from '@tributary/contract/merge-requests/diffs.ts';

/** Limits of what is shown without being asked for. Nothing is refused: a folded file is opened by a click. */
export const FILE_PATCH_BYTES = 200 * 1_024;
export const FILE_LINES = 5_000;
export const SHOWN_FILES = 1_000;
export const SHOWN_LINES = 50_000;
export const SHOWN_BYTES = 10 * 1_024 * 1_024;

export type FoldReason = CollapseReason | null;

type Foldable = {
  status: string;
  patchLength: number;
  addedLines: number;
  removedLines: number;
  isTooLarge: boolean;
  generated: string | null;
};

/** Why each file is folded at first, in order; null for shown ones. */
export function foldReasons(files: readonly Foldable[]): FoldReason[] {
  let [shownFiles, shownLines, shownBytes] = [0, 0, 0];
  return files.map((file) => {
    const lines = file.addedLines + file.removedLines;
    if (file.isTooLarge || file.patchLength > FILE_PATCH_BYTES || lines > FILE_LINES) return 'too_large';
    if (file.generated !== null && lines > 0) return 'generated';
    if (file.status === 'renamed' && lines === 0) return 'pure_rename';
    const isOver =
      shownFiles >= SHOWN_FILES || shownLines + lines > SHOWN_LINES || shownBytes + file.patchLength > SHOWN_BYTES;
    if (isOver) return 'over_budget';
    shownFiles += 1;
    shownLines += lines;
    shownBytes += file.patchLength;
    return null;
  });
}
