import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { IndexedLines } from '../../../discussions/model/index-by-line.ts';

/** What stands on the file: also what is said of its lines, where all that changed in them is white space that is left out. */
export function commentsOnFile<T>(
  { whitespace_only: hasNoLines }: Pick<PageDiffFile, 'whitespace_only'>,
  said: IndexedLines<T>,
) {
  return hasNoLines ? said.all : [...said.file, ...said.pins];
}
