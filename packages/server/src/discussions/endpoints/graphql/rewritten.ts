import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import { noOutcome } from '../../quick-actions/run-quick-actions.ts';
import type { NoteView } from '../../reads/note-views.ts';
import type { CommandOutcome } from '../../tables.ts';
import type { NotePayload } from './note-objects.ts';

/** A changed note with what the commands in its new text came to; `work` is given where to put that. */
export async function rewritten(work: (told: CommandOutcome) => Promise<{ note: NoteView }>): Promise<NotePayload> {
  const told = noOutcome();
  const answer = await answerMutation<{ note: NoteView | null }>({ note: null }, () => work(told), told);
  return { ...answer, ...(told.names.length > 0 && { commands: { ...told, isOnly: false } }) };
}
