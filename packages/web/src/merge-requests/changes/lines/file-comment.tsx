import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense } from 'react';
import { setWritten, useIsWritten } from '../../../discussions/lines/written-files.ts';
import { loadedLater } from '../../../ui/loaded-later.tsx';
import { useChanges } from '../changes-context.ts';
import type { FileView } from '../model/file-views.ts';
import { useFileComments } from '../use-file-comments.ts';
import { useFileView } from '../use-diff-file.ts';

const talk = () => import('./file-talk.tsx');
const FileThreads = loadedLater(async () => ({ default: (await talk()).FileThreads }));
const FileForm = loadedLater(async () => ({ default: (await talk()).FileForm }));

type Part = { file: DiffFileSummary; loaded: PageDiffFile | null };

/** Whether anything is said about the file or its lines, so that what shows both is needed. */
function useIsTalkedAbout(hash: string): boolean {
  const { metadata } = useChanges();
  const { threads, drafts, forms } = useFileComments(hash);
  const { diff_refs: refs } = metadata;
  return threads(refs).count + drafts(refs).count + forms.size > 0;
}

/** What stands in place of lines says itself why there are none. */
function hasLines({ viewer, highlighted_diff_lines: lines }: PageDiffFile, { renamed }: FileView): boolean {
  return renamed === 'success' || (viewer.name !== 'no_preview' && lines.length > 0);
}

/** Above the lines: what is said about the whole file, the form for it, and why single lines cannot be commented on. */
export function FileComment({ file, loaded }: Part) {
  const isOpen = useIsWritten(file.file_hash);
  const { canBegin } = useChanges().comments;
  const view = useFileView(file.file_hash);
  const isTalkedAbout = useIsTalkedAbout(file.file_hash);
  if (!loaded) return null;
  return (
    <>
      {isTalkedAbout && !view.areCommentsHidden && (
        <Suspense fallback={null}>
          <FileThreads file={loaded} />
        </Suspense>
      )}
      {canBegin && loaded.comments_disabled_reason !== null && hasLines(loaded, view) && (
        <p className="border-b px-4 py-1 text-sm text-fg-muted">{loaded.comments_disabled_reason}</p>
      )}
      {canBegin && isOpen && (
        <Suspense fallback={null}>
          <FileForm file={loaded} onClose={() => setWritten(file.file_hash, false)} />
        </Suspense>
      )}
    </>
  );
}
