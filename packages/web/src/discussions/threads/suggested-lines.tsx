import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';

/** What a suggestion in a text that is being written would change. */
export function SuggestedLinesPreview({ preview }: { preview: PageSuggestionPreview }) {
  const rows = useMemo(() => toDiffRows(preview.diff_lines), [preview.diff_lines]);
  return (
    <div className="my-2 overflow-hidden rounded-md border">
      <p className="border-b bg-raised px-3 py-1 text-sm font-medium">Suggested change</p>
      <DiffTable rows={rows} view="inline" label="the suggestion" />
    </div>
  );
}
