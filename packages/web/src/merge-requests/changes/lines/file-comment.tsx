import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense } from 'react';
import { formOfFile } from '../../../discussions/lines/line-field.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useChanges } from '../changes-context.ts';
import type { FileView } from '../model/file-views.ts';
import { useFileComments } from '../use-file-comments.ts';
import { useFileView } from '../use-diff-file.ts';

const talk = () => import('./file-threads.tsx');
const FileThreads = lazyPart(async () => ({ default: (await talk()).FileThreads }));
const FileForm = lazyPart(async () => ({ default: (await talk()).FileForm }));

type Part = { file: DiffFileSummary; loaded: PageDiffFile | null };

/** What stands in place of lines says itself why there are none. */
function hasLines({ viewer, highlighted_diff_lines: lines }: PageDiffFile, { renamed }: FileView): boolean {
  return renamed === 'success' || (viewer.name !== 'no_preview' && lines.length > 0);
}

/** Above the lines: what is said about the whole file, the form for it, and why single lines cannot be commented on. */
export function FileComment({ file, loaded }: Part) {
  const { file_hash: hash } = file;
  const { comments, metadata } = useChanges();
  const { canBegin } = comments;
  const view = useFileView(hash);
  const { threads, drafts, forms } = useFileComments(hash);
  const { diff_refs: refs } = metadata;
  const place = formOfFile(hash);
  const form = forms.get(place);
  // What shows it is needed for the lines as well.
  const isTalkedAbout = threads(refs).count + drafts(refs).count + forms.size > 0;
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
      {form && (
        <Suspense fallback={null}>
          <FileForm file={loaded} asked={form.asked} onClose={() => comments.close(place)} />
        </Suspense>
      )}
    </>
  );
}
