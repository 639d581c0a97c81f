import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback } from 'react';
import { showMarked, useThreadButtonsOf } from '../../../discussions/lines/thread-buttons.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../use-file-comments.ts';

/** Marks in the gutter of the lines that are talked about; a press shows the thread. */
export function useThreadButtons(file: PageDiffFile, rows: readonly DiffRow[]) {
  const { views } = useChanges();
  const marks = useThreadButtonsOf(useFileComments(file.file_hash), file, rows);
  const onMark = useCallback(
    (_index: number, key: string) => {
      views.patch(file.file_hash, { areCommentsHidden: false });
      showMarked(key);
    },
    [views, file.file_hash],
  );
  return { marks, onMark };
}
