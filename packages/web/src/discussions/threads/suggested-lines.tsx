import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { Prose } from '../../ui/prose.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';
import { IslandProse } from './island-prose.tsx';

/** What a suggestion in a text that is being written would change. */
function SuggestedLines({ preview }: { preview: PageSuggestionPreview }) {
  const rows = useMemo(() => toDiffRows(preview.diff_lines), [preview.diff_lines]);
  return (
    <div className="my-2 overflow-hidden rounded-md border">
      <p className="border-b bg-raised px-3 py-1 text-sm font-medium">Suggested change</p>
      <DiffTable rows={rows} view="inline" label="the suggestion" />
    </div>
  );
}

/** A text that is not published yet, its suggestions drawn as the changes they would be. */
export function SuggestingProse(props: { html: string; suggestions: readonly PageSuggestionPreview[] }) {
  const { html, suggestions } = props;
  if (suggestions.length === 0) return <Prose html={html} />;
  // Lines that cannot be told apart otherwise: their order is their name.
  const islands = suggestions.map((each) => (
    <SuggestedLines key={`${each.from_line}-${each.to_line}`} preview={each} />
  ));
  return <IslandProse html={html} islands={islands} />;
}
