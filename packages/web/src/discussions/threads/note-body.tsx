import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { Prose } from '../../ui/prose.tsx';
import { IslandProse } from './island-prose.tsx';
import { Suggestion } from './suggestion.tsx';

/** The text of a note; blocks of suggested lines are drawn in their places, as changes that can be applied. */
export function NoteBody({ note }: { note: PageNote }) {
  if (note.suggestions.length === 0) return <Prose html={note.note_html} />;
  const islands = note.suggestions.map((each) => <Suggestion key={each.id} suggestion={each} note={note} />);
  return <IslandProse html={note.note_html} islands={islands} />;
}
