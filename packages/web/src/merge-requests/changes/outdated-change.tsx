import type { PageDiffLine, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { useAnswer } from '../../lib/answers.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from './diff-file-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

function Change({ path, name }: { path: string; name: string }) {
  const { data, error, refetch } = useAnswer({
    key: ['merge-requests', 'outdated-line-change', path],
    ask: ({ signal }) => api.get<PageDiffLine[]>(path, { signal }),
    freshMs: 60_000,
  });
  const rows = useMemo(() => toDiffRows(data ?? []), [data]);
  if (error) return <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <p className="flex justify-center p-3">
        <Spinner label="Loading the change" />
      </p>
    );
  }
  if (rows.length === 0) return <p className="px-3 py-2 text-sm text-fg-muted">The line itself did not change.</p>;
  return <DiffTable rows={rows} view="inline" label={`the line since then, ${name}`} />;
}

/** What became of the lines of a thread since it was begun, on demand, with the way to all that changed. */
export function OutdatedChange(props: { discussion: PageDiscussion; file: NonNullable<PageDiscussion['diff_file']> }) {
  const { discussion, file } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const path = discussion.notes.find((note) => note.outdated_line_change_path)?.outdated_line_change_path;
  const comparePath = discussion.compare_path;
  if (path === undefined && comparePath === null) return null;
  return (
    <div className="border-t">
      <p className="flex flex-wrap items-center gap-2 bg-raised px-2 py-1 text-sm">
        {path !== undefined && (
          <Button
            size="sm"
            variant="ghost"
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            Compare changes
          </Button>
        )}
        {comparePath !== null && (
          <TextLink href={`${comparePath}#diff-content-${file.file_hash}`}>All changes since then</TextLink>
        )}
      </p>
      <div id={id}>{isOpen && path !== undefined && <Change path={path} name={file.file_path} />}</div>
    </div>
  );
}
