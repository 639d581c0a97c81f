import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { toDiffRows } from '../../projects/repository/model/to-diff-rows.ts';
import { indexByFile } from '../model/index-by-line.ts';
import type { CommitRefs } from './commit-talk.ts';

/** Ids of the threads that stand on one of these files or on a line that is shown of it. */
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
    const onLines = toDiffRows(file).flatMap((row) => threads.on(row));
    for (const { id } of [...threads.file, ...onLines]) placed.add(id);
  }
  return placed;
}
