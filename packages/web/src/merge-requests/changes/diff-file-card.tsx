import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import { memo, type ReactNode, useState } from 'react';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DiffParams } from '../queries.ts';
import { DiffFileHeader } from './diff-file-header.tsx';
import { FoldNotice, ImageSides, NoLinesNotice } from './diff-file-notice.tsx';
import type { DiffFileStore } from './model/diff-file-store.ts';
import { useFileLines, useLoadedFile, useLoadNear } from './use-diff-file.ts';

/** What stands between the lines of a file, and how a comment is begun there. */
export type LineComments = {
  /** Threads and forms by index into `rows`. */
  insertions: (file: PageDiffFile, rows: readonly DiffRow[]) => ReadonlyMap<number, ReactNode>;
  /** Threads on the file as a whole, above its lines. */
  onFile: (file: PageDiffFile) => ReactNode;
  countOf: (file: DiffFileSummary) => number;
  /** Undefined when the reader may not comment. */
  begin: ((file: PageDiffFile, row: DiffRow, side: 'old' | 'new' | null) => void) | undefined;
};

export type DiffFileCardProps = {
  summary: DiffFileSummary;
  store: DiffFileStore;
  params: DiffParams;
  addresses: DiffsAddresses;
  comments: LineComments;
};

const LINE_PX = 20;
const MAX_PLACEHOLDER_LINES = 60;

function LoadedBody(
  props: DiffFileCardProps & { file: PageDiffFile; areThreadsHidden: boolean; lines: ReturnType<typeof useFileLines> },
) {
  const { file, lines, comments, params, areThreadsHidden } = props;
  if (lines.fold !== 'open') return <FoldNotice file={file} lines={lines} />;
  const isImage = file.viewer.name === 'image' && (file.old_raw_path !== null || file.new_raw_path !== null);
  if (isImage) return <ImageSides file={file} />;
  if (lines.rows.length === 0) return <NoLinesNotice file={file} />;
  const begin = file.comments_disabled_reason === null ? comments.begin : undefined;
  return (
    <>
      {!areThreadsHidden && comments.onFile(file)}
      {lines.error && (
        <p role="alert" className="border-b bg-failed-soft px-4 py-1 text-sm">
          {lines.error}
        </p>
      )}
      <DiffTable
        rows={lines.rows}
        view={params.view}
        label={file.file_path}
        {...(!areThreadsHidden && { insertions: comments.insertions(file, lines.rows) })}
        {...(begin && {
          onComment: (index, side) => {
            const row = lines.rows[index];
            if (row) begin(file, row, side);
          },
        })}
        onExpand={lines.expand}
      />
    </>
  );
}

function LoadedCard(props: DiffFileCardProps & { file: PageDiffFile }) {
  const { file, store, params, addresses, comments, summary } = props;
  const lines = useFileLines(store, file, params, addresses);
  const [areHidden, setHidden] = useState(false);
  const isOpen = lines.fold !== 'folded';
  return (
    <>
      <DiffFileHeader
        file={summary}
        loaded={file}
        isOpen={isOpen}
        onToggle={isOpen ? lines.close : lines.open}
        threads={{ count: comments.countOf(summary), areHidden, onToggle: () => setHidden(!areHidden) }}
      />
      <LoadedBody {...props} lines={lines} areThreadsHidden={areHidden} />
    </>
  );
}

/** One changed file. Its place is kept at the height its lines will need, so nothing moves when they arrive. */
export const DiffFileCard = memo(function DiffFileCard(props: DiffFileCardProps) {
  const { summary, store } = props;
  const loaded = useLoadedFile(store, summary.index);
  const place = useLoadNear(store, summary.index, loaded.state === 'idle');
  const placeholderLines = Math.min(summary.added_lines + summary.removed_lines + 6, MAX_PLACEHOLDER_LINES);
  return (
    <section
      ref={place}
      id={`diff-content-${summary.file_hash}`}
      aria-label={summary.file_path}
      className="mb-4 rounded-md border"
    >
      {loaded.state === 'loaded' ? (
        <LoadedCard {...props} file={loaded.file} />
      ) : (
        <>
          <DiffFileHeader
            file={summary}
            loaded={null}
            isOpen
            onToggle={() => void store.ensure(summary.index)}
            threads={{ count: 0, areHidden: false, onToggle: () => undefined }}
          />
          {loaded.state === 'failed' ? (
            <ErrorState
              title="Unable to load the diff"
              text={loaded.message}
              onRetry={() => void store.ensure(summary.index)}
            />
          ) : (
            <Skeleton width="100%" height={`${placeholderLines * LINE_PX}px`} />
          )}
        </>
      )}
    </section>
  );
});
