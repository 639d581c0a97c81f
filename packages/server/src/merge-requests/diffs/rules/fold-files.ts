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

/** Why each file is folded at first, in order; null for shown ones. */
export function foldReasons(files: readonly Foldable[]): FoldReason[] {
  const folding = new Folding();
  return files.map((file) => folding.next(file));
}

/** Takes the files of a comparison in order and says of each why it is folded at first. */
export class Folding {
  #files = 0;
  #lines = 0;
  #bytes = 0;

  next(file: Foldable): FoldReason {
    const lines = file.addedLines + file.removedLines;
    if (file.isTooLarge || file.patchLength > FILE_PATCH_BYTES || lines > FILE_LINES) return 'too_large';
    if (file.generated !== null && lines > 0) return 'generated';
    if (isOnlyRenamed(file)) return 'pure_rename';
    const isOver =
      this.#files >= SHOWN_FILES || this.#lines + lines > SHOWN_LINES || this.#bytes + file.patchLength > SHOWN_BYTES;
    if (isOver) return 'over_budget';
    this.#files += 1;
    this.#lines += lines;
    this.#bytes += file.patchLength;
    return null;
  }
}
