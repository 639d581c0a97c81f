import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useEffect } from 'react';
import { numbersOf } from '../../../ui/diff/diff-hash.ts';
import { useChanges } from '../changes-context.ts';
import { openCommentedLines } from '../open-commented-lines.ts';
import { useFileView } from '../use-diff-file.ts';
import { useFileComments } from '../use-file-comments.ts';

type FormsFile = Pick<PageDiffFile, 'file_hash' | 'diff_refs'>;

/**
 * The line that a form was begun on, as `openCommentedLines` takes it: by its number on the newer side, one that was removed below
 * 0. 0 where it is on neither side of this comparison.
 */
export function lineOfForm(place: string, { file_hash: hash, diff_refs: refs }: FormsFile): number {
  const [added, removed] = [`${hash}_new-${refs.head_sha}-`, `${hash}_old-${refs.base_sha}-`];
  if (place.startsWith(added)) return Number(place.slice(added.length));
  if (place.startsWith(removed)) return -Number(place.slice(removed.length));
  return numbersOf(place)?.newLine ?? 0;
}

/** Lines that were spoken about are shown, also those between the hunks. */
export function useCommentedLines(file: PageDiffFile): void {
  const { store, views } = useChanges();
  const { threads, drafts, forms } = useFileComments(file.file_hash);
  const isAsItCame = useFileView(file.file_hash).opened === null;
  const talked = [threads, drafts].flatMap((said) => [...said(file.diff_refs).onUnchanged.keys()]);
  const begun = [...forms.keys()].map((place) => lineOfForm(place, file));
  const lines = [...new Set([...talked, ...begun])].filter(Boolean).join();
  useEffect(() => {
    if (lines === '') return;
    openCommentedLines(file, lines.split(',').map(Number), { store, views }).catch(() => {
      views.patch(file.file_hash, { problem: 'Lines with comments could not be loaded. Reload this page.' });
    });
  }, [file, lines, isAsItCame, store, views]);
}
