import type { PageDiffLine, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/http.ts';
import { PathText } from '../../ui/path-text.tsx';
import { OutdatedChange } from './outdated-change.tsx';
import { ThreadImage } from './thread-image.tsx';
import { placementTextId, threadPlacementText } from '../../discussions/model/placement-text.ts';
import { useFold } from '../../discussions/threads/thread-fold.tsx';
import { OriginalLines } from '../../discussions/threads/original-lines.tsx';

/** The project's own address, of which that of the changes is a part. */
function projectOf(changesPath: string): string {
  return decodeURI(changesPath.slice(1, changesPath.indexOf('/-/')));
}

function Lines({ lines, ...of }: { threadId: string; lines: readonly PageDiffLine[]; name: string }) {
  return lines.length > 0 && <OriginalLines lines={lines} {...of} />;
}

function LaterLines({ path, ...of }: { path: string; threadId: string; name: string }) {
  const { data, error } = useAnswer({
    key: ['discussions', 'truncated-lines', path],
    ask: ({ signal }) => api.get<{ truncated_diff_lines: PageDiffLine[] }>(path, { signal }),
    freshMs: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <p role="alert" className="px-3 py-2 text-sm">
        Can't fetch the single file diff for the discussion. Please reload this page.
      </p>
    );
  }
  return <Lines lines={data?.truncated_diff_lines ?? NO_LINES} {...of} />;
}

const NO_LINES: readonly PageDiffLine[] = [];

type ThreadLinesProps = {
  discussion: PageDiscussion;
  changesPath: string;
  /** Why it is not where the reader looks. */
  notice?: string | undefined;
};

/** The lines a thread was begun on, above it in the activity, and what became of its place since. */
export function ThreadLines({ discussion, changesPath, notice }: ThreadLinesProps) {
  const file = discussion.diff_file;
  // A folded thread says where it stands.
  const isFolded = useFold(discussion)?.isFolded === true;
  if (!file) return null;
  // Lines of a thread that is folded at first come when it is opened.
  const isLater =
    discussion.expanded &&
    discussion.truncated_diff_lines === undefined &&
    discussion.truncated_diff_lines_path !== undefined;
  const of = { threadId: discussion.id, name: file.file_path };
  const said = [discussion.active ? notice : undefined, threadPlacementText(discussion)].filter((each) => each != null);
  const isPlaced = discussion.active || discussion.placement?.on === 'file';
  const anchor = (discussion.active ? discussion.line_code : null) ?? `diff-content-${file.file_hash}`;
  return (
    <div className="mb-2 overflow-hidden rounded-md border">
      <p className="flex flex-wrap items-center justify-between gap-2 bg-raised not-last:border-b px-3 py-1.5 font-mono text-code">
        {isPlaced ? (
          <a href={`${changesPath}#${anchor}`} className="min-w-0 hover:underline">
            <PathText path={file.file_path} />
          </a>
        ) : (
          <PathText path={file.file_path} />
        )}
        {said.length > 0 && (
          <span id={placementTextId(discussion)} className="font-sans text-sm text-fg-muted">
            {said.join(' ')}
          </span>
        )}
      </p>
      {!isFolded && (
        <>
          {file.viewer === 'image' ? (
            <ThreadImage discussion={discussion} projectPath={projectOf(changesPath)} />
          ) : (
            <Lines lines={discussion.truncated_diff_lines ?? NO_LINES} {...of} />
          )}
          {isLater && <LaterLines path={discussion.truncated_diff_lines_path ?? ''} {...of} />}
          {!discussion.active && <OutdatedChange discussion={discussion} file={file} />}
        </>
      )}
    </div>
  );
}
