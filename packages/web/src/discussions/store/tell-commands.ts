import type { QuickActionsStatus } from '@tributary/contract/discussions/page.ts';
import { toast } from '../../ui/toast.tsx';
import { tellAtNote } from './note-problems.ts';

export type Told = { quick_actions_status?: QuickActionsStatus };

/** Says what came of the commands in a text; nothing when there were none. What failed is told at the note, if there is one. */
export function tellCommands({ quick_actions_status: status }: Told, noteId?: string): void {
  if (!status) return;
  const { error_messages: failed } = status;
  if (noteId !== undefined && failed.length > 0) tellAtNote(noteId, failed.join('\n'));
  else for (const text of failed) toast({ text, tone: 'failed' });
  if (status.messages.length > 0 && status.commands_only) toast({ text: 'Commands applied', tone: 'info' });
}
