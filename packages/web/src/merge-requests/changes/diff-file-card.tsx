import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type ComponentType, memo, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useChanges } from './changes-context.ts';
import { DiffFileHeader } from './diff-file-header.tsx';
import { FoldNotice, LoadingNotice, LoadFailure } from './diff-file-notice.tsx';
import { DiffFileLines } from './diff-file-lines.tsx';
import { isPureRename } from './more-of-file.ts';
import { estimatedBody } from './model/estimated-height.ts';
import { isFolded, useFileView, useFoldedLines, useLoadedFile, useLoadOnScreen, useOpenFile } from './use-diff-file.ts';
import { readNames } from './read-names.ts';

type NoticeProps = { file: PageDiffFile };
const NoLines = lazyPart<NoticeProps>(async () => ({
  default: (await import('./no-lines-notice.tsx')).NoLines,
}));
const ImageSides = lazyPart<NoticeProps>(async () => ({
  default: (await import('./no-lines-notice.tsx')).ImageSides,
}));

const FileFacts = lazyPart<NoticeProps>(() => import('./file-facts.tsx'));

const LongFilePart = lazyPart<NoticeProps & { isEnd?: boolean }>(() => import('./long-file-part.tsx'));
const RenamedBody = lazyPart<NoticeProps>(() => import('./renamed-body.tsx'));

/** Most changes have no such file. Its place is kept at the height of one sentence. */
function Later({ of: Notice, file }: NoticeProps & { of: ComponentType<NoticeProps> }) {
  return (
    <Suspense fallback={<div className="min-h-16" />}>
      <Notice file={file} />
    </Suspense>
  );
}

/** Did anything change beside the lines? Told in one line, whose place is kept. */
function hasFacts(file: PageDiffFile): boolean {
  return (
    file.mode_changed ||
    file.symlink ||
    Boolean(
      file.type_change ?? file.line_endings ?? file.encoding_change ?? file.twofold_encoding ?? file.too_large_for,
    )
  );
}

function LoadedBody({ file }: { file: PageDiffFile }) {
  const { slots } = useChanges();
  const view = useFileView(file.file_hash);
  const isOpen = !isFolded(view, file);
  const load = useFoldedLines(file, isOpen);
  const open = useOpenFile(file);
  if (!isOpen) return <FoldNotice file={file} onOpen={open} />;
  if (view.load === 'loading') return <LoadingNotice file={file} />;
  if (view.load === 'errored') return <LoadFailure text={view.problem ?? ''} onRetry={load} />;
  const own = view.isSource ? undefined : slots.fileBodies.find((body) => body.isFor(file));
  if (own) return <own.Body file={file} />;
  const isImage = file.viewer.name === 'image' && (file.old_raw_path !== null || file.new_raw_path !== null);
  if (isImage && !view.isSource) return <Later of={ImageSides} file={file} />;
  if (isPureRename(file)) return <Later of={RenamedBody} file={file} />;
  const hasLines = file.viewer.name !== 'no_preview' && file.highlighted_diff_lines.length > 0;
  if (!hasLines) return <Later of={NoLines} file={file} />;
  return (
    <>
      {hasFacts(file) && (
        <Suspense fallback={<p className="border-b bg-sunken px-4 py-1 text-sm">&nbsp;</p>}>
          <FileFacts file={file} />
        </Suspense>
      )}
      {(file.page || (file.shown_in_parts && view.full === 'full')) && (
        <Suspense fallback={<div className="min-h-9 border-b" />}>
          <LongFilePart file={file} />
        </Suspense>
      )}
      <DiffFileLines file={file} />
      {file.next_line !== null && (
        <Suspense fallback={<div className="min-h-12 border-t" />}>
          <LongFilePart file={file} isEnd />
        </Suspense>
      )}
    </>
  );
}

function CardBody({ file }: { file: DiffFileSummary }) {
  const { slots, store } = useChanges();
  const loaded = useLoadedFile(file.index);
  const view = useFileView(file.file_hash);
  if (loaded.state === 'loaded') {
    const isOpen = !isFolded(view, loaded.file);
    return (
      <>
        {isOpen && slots.fileTop.map((Part, at) => <Part key={at} file={file} loaded={loaded.file} />)}
        <LoadedBody file={loaded.file} />
      </>
    );
  }
  // The sentence that says so comes with the lines.
  if (isFolded(view, null)) return <div className="min-h-16" />;
  if (loaded.state === 'failed') {
    return <LoadFailure text={loaded.message} onRetry={() => void store.ensure(file.index)} />;
  }
  return <Skeleton width="100%" height={`${estimatedBody(file)}px`} />;
}

/** One changed file. Its place is kept at the height its lines will need, so nothing moves when they arrive. */
export const DiffFileCard = memo(function DiffFileCard({ summary }: { summary: DiffFileSummary }) {
  const { store } = useChanges();
  const { state } = useLoadedFile(summary.index);
  const place = useLoadOnScreen(store, summary.index, state === 'idle');
  return (
    <section
      ref={place}
      id={`diff-content-${summary.file_hash}`}
      aria-label={readNames(summary).file_path}
      data-file-card
      className="mb-4 rounded-md border"
    >
      <DiffFileHeader file={summary} />
      <CardBody file={summary} />
    </section>
  );
});
