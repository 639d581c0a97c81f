import type { Rebased } from './rebased-context.ts';

/**
 * Shows what is hidden because a rebase brought it: the file itself, together with all others, or places in it. Answers
 * whether the file is among the files only when they are drawn again.
 */
export function unhide(fileHash: string, rebased: Rebased | null): boolean {
  if (!rebased || rebased.isAllShown) return false;
  if (rebased.changes.files.includes(fileHash)) {
    rebased.showAll(true);
    return true;
  }
  if (rebased.partOf(fileHash) && !rebased.isShown(fileHash)) rebased.showFile(fileHash);
  return false;
}
