import type { CollapseReason } from '@tributary/contract/merge-requests/diffs.ts';

/**
 * Limits of what is shown without being asked for, beside those that administrators set. Nothing is refused: a folded file
 * is opened by a click.
 */
export const FILE_LINES = 5_000;
export const MAX_EXPANDED_BYTES = 10 * 1_024 * 1_024;

/** What administrators set. */
export type FoldLimits = { patchBytes: number; files: number; lines: number };

export type FoldReason = CollapseReason | null;

type Foldable = {
  status: string;
  oldOid: string;
  newOid: string;
  patchLength: number;
  addedLines: number;
  removedLines: number;
  isTooLarge: boolean;
  generated: string | null;
};

/** Has another name and nothing else: also without changed lines a file may differ, in what has none or hides them. */
export function isOnlyRenamed({ status, oldOid, newOid }: Pick<Foldable, 'status' | 'oldOid' | 'newOid'>): boolean {
  return (status === 'renamed' || status === 'copied') && oldOid === newOid;
}

/** Why each file is folded at first, in order; null for shown ones. What comes later changes nothing about those before. */
export function foldReasons(files: readonly Foldable[], limits: FoldLimits): FoldReason[] {
  return growingFolds(limits)(files);
}

/** As `foldReasons` of more and more files, of which those before stay the same: each is looked at once. */
export function growingFolds(limits: FoldLimits): (files: readonly Foldable[]) => FoldReason[] {
  const folds: FoldReason[] = [];
  const next = folder(limits, { files: 0, lines: 0, bytes: 0 });
  return (files) => {
    for (const file of files.slice(folds.length)) folds.push(next(file));
    return folds;
  };
}

/** What was shown of a comparison so far. */
export type VisibleSize = { files: number; lines: number; bytes: number };

/** Asked file by file, in order; counts what is shown on from `shown`. */
export function folder(limits: FoldLimits, shown: VisibleSize): (file: Foldable) => FoldReason {
  return (file) => {
    const lines = file.addedLines + file.removedLines;
    if (file.isTooLarge || file.patchLength > limits.patchBytes || lines > FILE_LINES) return 'too_large';
    if (file.generated !== null && lines > 0) return 'generated';
    if (isOnlyRenamed(file)) return 'pure_rename';
    const isOver =
      shown.files >= limits.files ||
      shown.lines + lines > limits.lines ||
      shown.bytes + file.patchLength > MAX_EXPANDED_BYTES;
    if (isOver) return 'over_budget';
    shown.files += 1;
    shown.lines += lines;
    shown.bytes += file.patchLength;
    return null;
  };
}
