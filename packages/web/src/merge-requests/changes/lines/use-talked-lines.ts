import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useEffect, useMemo } from 'react';
import { seenIn } from '../../../discussions/model/seen-in.ts';
import { useDiscussions } from '../../../discussions/store/use-discussions.tsx';
import { numbersOf } from '../../../ui/diff/diff-hash.ts';
import { useChanges } from '../changes-context.ts';
import { openTalked } from '../open-talked.ts';
import { useFileView } from '../use-diff-file.ts';
import { useFileComments } from '../use-file-comments.ts';

/** Lines that were spoken about are shown, also those between the hunks. */
export function useTalkedLines(file: PageDiffFile): void {
  const { store, views } = useChanges();
  const { discussions } = useDiscussions();
  const { drafts, forms } = useFileComments(file.file_hash);
  const isAsItCame = useFileView(file.file_hash).opened === null;
  const said = useMemo(
    () =>
      discussions
        .map((each) => seenIn(each, file.diff_refs))
        // Only a line that did not change is hidden, and that has a number on both sides.
        .filter((each) => each?.fileHash === file.file_hash && each.position.old_line)
        .map((each) => each?.position.new_line ?? 0),
    [discussions, file],
  );
  const written = [...drafts.keys(), ...forms.keys()].map((code) => numbersOf(code)?.newLine ?? 0);
  const lines = [...new Set([...said, ...written])].filter((line) => line > 0).join();
  useEffect(() => {
    if (lines === '') return;
    openTalked(file, lines.split(',').map(Number), { store, views }).catch(() => {
      views.patch(file.file_hash, { problem: 'Lines that were commented on could not be loaded. Reload this page.' });
    });
  }, [file, lines, isAsItCame, store, views]);
}
