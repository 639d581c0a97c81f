import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { LongFileBar } from './long-file-bar.tsx';
import { MoreLines } from './more-lines.tsx';

/** What stands above the lines of a very long file, and at their end where there are more. */
export default function LongFilePart({ file, isEnd = false }: { file: PageDiffFile; isEnd?: boolean }) {
  if (!isEnd) return <LongFileBar file={file} />;
  return file.next_line !== null && <MoreLines file={file} fromLine={file.next_line} />;
}
