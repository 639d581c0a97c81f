import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useEffect } from 'react';
import { numbersOf } from '../../../ui/diff/diff-hash.ts';
import { useChanges } from '../changes-context.ts';
import { openTalked } from '../open-talked.ts';
import { useFileView } from '../use-diff-file.ts';
import { useFileComments } from '../use-file-comments.ts';

/** Number of the line that a form was begun on; 0 where it is on no newer side of this comparison. */
function lineOfForm(place: string, { file_hash: hash, diff_refs: { head_sha: head } }: PageDiffFile): number {
  const own = `${hash}_new-${head}-`;
  return place.startsWith(own) ? Number(place.slice(own.length)) : (numbersOf(place)?.newLine ?? 0);
}

/** Lines that were spoken about are shown, also those between the hunks. */
export function useTalkedLines(file: PageDiffFile): void {
  const { store, views } = useChanges();
  const { threads, drafts, forms } = useFileComments(file.file_hash);
  const isAsItCame = useFileView(file.file_hash).opened === null;
  const talked = [threads, drafts].flatMap((said) => [...said(file.diff_refs).onUnchanged.keys()]);
  const begun = [...forms.keys()].map((place) => lineOfForm(place, file));
  const lines = [...new Set([...talked, ...begun])].filter(Boolean).join();
  useEffect(() => {
    if (lines === '') return;
    openTalked(file, lines.split(',').map(Number), { store, views }).catch(() => {
      views.patch(file.file_hash, { problem: 'Lines that were commented on could not be loaded. Reload this page.' });
    });
  }, [file, lines, isAsItCame, store, views]);
}
