import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';

/** The lines a thread was begun on, above it in the activity. */
export function ThreadLines({ discussion, changesPath }: { discussion: PageDiscussion; changesPath: string }) {
  const rows = useMemo(() => toDiffRows(discussion.truncated_diff_lines ?? []), [discussion.truncated_diff_lines]);
  const file = discussion.diff_file;
  if (!file) return null;
  const anchor = discussion.active ? (discussion.line_code ?? `diff-content-${file.file_hash}`) : null;
  return (
    <div className="mb-2 overflow-hidden rounded-md border">
      <p className="flex flex-wrap items-center justify-between gap-2 border-b bg-raised px-3 py-1.5 font-mono text-code">
        {anchor === null ? (
          <span className="break-all">{file.file_path}</span>
        ) : (
          <a href={`${changesPath}#${anchor}`} className="break-all hover:underline">
            {file.file_path}
          </a>
        )}
        {!discussion.active && (
          <span className="flex gap-2 font-sans text-sm text-fg-muted">
            Outdated
            {discussion.compare_path !== null && (
              <a
                href={`${discussion.compare_path}#diff-content-${file.file_hash}`}
                className="text-accent-fg underline"
              >
                Compare changes
              </a>
            )}
          </span>
        )}
      </p>
      {rows.length > 0 && <DiffTable rows={rows} view="inline" label={file.file_path} />}
    </div>
  );
}
