import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';

/** The lines of a commit that a thread is about, above it. */
export function CommitLines({ discussion }: { discussion: PageDiscussion }) {
  const rows = useMemo(() => toDiffRows(discussion.truncated_diff_lines ?? []), [discussion.truncated_diff_lines]);
  const file = discussion.diff_file;
  if (!file) return null;
  return (
    <div className="mb-2 overflow-hidden rounded-md border">
      <p className="border-b bg-raised px-3 py-1.5 font-mono text-code">
        <PathText path={file.file_path} />
      </p>
      {rows.length > 0 && <DiffTable rows={rows} view="inline" label={file.file_path} />}
    </div>
  );
}
