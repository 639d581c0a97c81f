import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { useCallback } from 'react';
import { Prose } from '../../ui/prose.tsx';
import { setNoteTask } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { Checklist } from './checklist.tsx';
import { IslandProse } from './island-prose.tsx';
import { Suggestion } from './suggestion.tsx';

const REFRESH_MS = 10_000;

function TickableNote({ note }: { note: PageNote }) {
  const store = useDiscussionStore();
  const refresh = useCallback(() => store.catchUp(AbortSignal.timeout(REFRESH_MS)), [store]);
  return (
    <Checklist
      html={note.note_html}
      text={note.note}
      noun={note.internal ? 'internal note' : 'comment'}
      send={note.task_path === undefined ? null : async (change) => store.merge([await setNoteTask(note, change)])}
      refresh={refresh}
    >
      <Text note={note} />
    </Checklist>
  );
}

/** Blocks of suggested lines are drawn in their places, as changes that can be applied. */
function Text({ note }: { note: PageNote }) {
  if (note.suggestions.length === 0) return <Prose html={note.note_html} />;
  const islands = note.suggestions.map((each) => <Suggestion key={each.id} suggestion={each} note={note} />);
  return <IslandProse html={note.note_html} islands={islands} />;
}

/** The text of a note, with a checklist that can be ticked by those who may change it. */
export function NoteBody({ note }: { note: PageNote }) {
  return note.note_html.includes('task-list-item-checkbox') ? <TickableNote note={note} /> : <Text note={note} />;
}
