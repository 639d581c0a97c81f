import type { DiffPosition, NotesData, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { type PlacedText, suggestionPosition } from '@tributary/contract/discussions/suggestion-position.ts';
import { useMemo } from 'react';
import type { PreviewTarget } from '../store/preview-markdown.ts';
import type { SuggestedLines } from './markdown-editor.tsx';

/** What was written on lines of the changes: a thread, or a pending comment. */
export type OnLines = PlacedText & { truncated_diff_lines?: PageDiffLine[] };

/** Where a suggestion would be made; undefined on places that have no line after the change. */
export function previewTargetOf(notes: NotesData, position: DiffPosition | null): PreviewTarget | undefined {
  const { position_type: type, new_line: line, new_path: path, head_sha: sha } = position ?? {};
  if (notes.noteableType !== 'MergeRequest' || type !== 'text' || !line || !path || sha === undefined) return undefined;
  return { target_type: 'merge_request', target_id: notes.noteableId, line, file_path: path, head_sha: sha };
}

/** The lines of it that are kept with it, as far as all of them are there. */
export function suggestedLinesOf({
  original_position: at,
  truncated_diff_lines: lines,
}: Pick<OnLines, 'original_position' | 'truncated_diff_lines'>): SuggestedLines | undefined {
  const last = at?.new_line;
  if (!last || !lines) return undefined;
  const first = at.line_range?.start.new_line ?? last;
  const texts = lines
    .filter(
      ({ type, new_line: line }) => (type === null || type === 'new') && line !== null && line >= first && line <= last,
    )
    .map(({ text }) => text);
  return texts.length === last - first + 1 ? { text: texts.join('\n'), above: last - first } : undefined;
}

/** What an answer on these lines, or a change of what is said there, may suggest. */
export function useSuggesting(notes: NotesData, on: OnLines | undefined) {
  const position = on ? suggestionPosition(on) : null;
  const place = useMemo(() => previewTargetOf(notes, position), [notes, position]);
  const lines = useMemo(() => on && suggestedLinesOf(on), [on]);
  return { previewPlace: place, suggestion: place && lines };
}
