import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { editRows } from '../model/edit-rows.ts';
import { markdownPreview } from '../queries.ts';

/** The text as the file's page will show it. */
export function MarkdownPreview({ text, projectPath }: { text: string; projectPath: string }) {
  const preview = useQuery(markdownPreview(projectPath, text), queryClient);
  return (
    <div className="min-h-80 px-4 py-4 sm:px-8">
      {preview.isPending && <Skeleton width="60%" height="20px" />}
      {preview.isError && <ErrorState text={messageOf(preview.error)} onRetry={() => void preview.refetch()} />}
      {preview.isSuccess &&
        (preview.data === '' ? <p className="text-fg-muted">Nothing to preview.</p> : <Prose html={preview.data} />)}
    </div>
  );
}

/** What the commit will change. */
export function ChangesPreview({ before, after, name }: { before: string; after: string; name: string }) {
  const rows = useMemo(() => (before === after ? [] : editRows(before, after)), [before, after]);
  return (
    <div className="min-h-80">
      {rows.length === 0 ? (
        <p className="px-4 py-4 text-fg-muted">No changes yet.</p>
      ) : (
        <DiffTable rows={rows} view="inline" label={name} />
      )}
    </div>
  );
}
