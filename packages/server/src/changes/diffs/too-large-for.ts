import type { OmittedForSize } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, MAX_MOVES_PATCH_BYTES } from '@tributary/git';
import { languageOf } from '../../platform/highlight/index.ts';
import { MAX_COLOURED_BYTES } from './diff-contents.ts';
import { hasLines, sidesOf } from './file-colours.ts';

/** What the lines of a file would have if it, or what changed in it or in the whole comparison, were smaller. */
export function tooLargeFor(file: IndexFile): OmittedForSize[] {
  if (!hasLines(file)) return [];
  const isThere = sidesOf(file);
  const isPlain = (path: string, size: number | null) =>
    (size ?? 0) > MAX_COLOURED_BYTES && languageOf(path) !== undefined;
  const hasPlainSide =
    (isThere.old && isPlain(file.oldPath, file.oldSize)) || (isThere.new && isPlain(file.newPath, file.newSize));
  const isLong = file.long !== undefined || file.patchLength > MAX_MOVES_PATCH_BYTES || file.movesLeftOut === true;
  return [...(hasPlainSide ? (['colours'] as const) : []), ...(isLong ? (['moves'] as const) : [])];
}
