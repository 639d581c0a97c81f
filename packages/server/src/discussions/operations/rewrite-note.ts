import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { readCommands, runCommands } from '../quick-actions/run-quick-actions.ts';
import { deleteNote } from './delete-note.ts';
import { loadNote, updateNote, type UpdateNoteInput } from './update-note.ts';

/**
 * What people make of a note, with the commands in it. Commands alone leave nothing of it: it is removed, and the answer is
 * `note_emptied`; unless none of them could be done, then it stays as it was.
 */
export async function rewriteNote(ctx: Context, input: UpdateNoteInput): Promise<void> {
  const { noteable, noteId } = input;
  const { text, commands } = readCommands(noteable.type, input.body);
  if (commands.length === 0 || text.trim() !== '') {
    await updateNote(ctx, { ...input, body: text });
    if (commands.length > 0) await runCommands(ctx, noteable, commands);
    return;
  }
  const found = await loadNote(ctx, noteable, noteId);
  guard(canEditNote(ctx.actor, found.noteable, found.note));
  const { messages, errors } = await runCommands(ctx, noteable, commands);
  if (messages.length === 0) throw new AppError('command_failed', { reason: errors.join(' ') });
  await deleteNote(ctx, { noteable, noteId });
  throw new AppError('note_emptied');
}
