import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { hasImages } from '../../repositories/diff/diff-notice.tsx';
import { toDiffRows } from '../../repositories/model/to-diff-rows.ts';
import { indexByFile } from '../model/index-by-line.ts';
import { pinsOn } from '../images/pins-on.ts';
import { type CommitRefs, linesFileOf } from './commit-comments.ts';

/** Ids of the threads that stand on one of these files, on a line that is shown of it, or on its image. */
export function placedThreads(
  discussions: readonly PageDiscussion[],
  files: readonly DiffFileView[],
  refs: CommitRefs,
): ReadonlySet<string> {
  const talked = indexByFile(discussions);
  const placed = new Set<string>();
  for (const file of talked.size === 0 ? [] : files) {
    const threads = talked.get(file.fileHash)?.threads(refs);
    if (!threads) continue;
    const within = hasImages(file)
      ? pinsOn(linesFileOf(file, refs), discussions)
      : toDiffRows(file).flatMap((row) => threads.on(row));
    for (const { id } of [...threads.file, ...within]) placed.add(id);
  }
  return placed;
}
