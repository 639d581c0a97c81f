import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canCreateNote } from '../abilities.ts';
import { type CommandOutcome, readCommands, runCommands } from '../quick-actions/run-quick-actions.ts';
import { type CreatedNote, createNote, type CreateNoteInput } from './create-note.ts';

export type WrittenNote = {
  /** Undefined when there was nothing but commands. */
  made: CreatedNote | undefined;
  /** Undefined when there were no commands. */
  outcome: CommandOutcome | undefined;
};

/**
 * What people write, with the commands in it: the rest of the text becomes the note, then the commands are done in their
 * order. A repeated request does them not again.
 */
export async function writeNote(ctx: Context, input: CreateNoteInput): Promise<WrittenNote> {
  const { text, commands } = readCommands(input.noteable.type, input.body);
  if (commands.length === 0) return { made: await createNote(ctx, { ...input, body: text }), outcome: undefined };
  if (text.trim() !== '') {
    const { rendered: _rendered, ...rest } = input;
    const made = await createNote(ctx, { ...rest, body: text });
    return { made, outcome: made.isRepeat ? undefined : await runCommands(ctx, input.noteable, commands) };
  }
  const isInternal = input.isInternal ?? false;
  // Commands alone are refused where a comment would be: a lock or an archive holds for both.
  guard(canCreateNote(ctx.actor, input.noteable, isInternal));
  return { made: undefined, outcome: await runCommands(ctx, input.noteable, commands) };
}
