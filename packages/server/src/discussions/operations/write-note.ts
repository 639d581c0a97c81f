import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canCreateNote } from '../abilities.ts';
import type { CommandOutcome } from '../tables.ts';
import { runCommandsOnce } from '../quick-actions/run-once.ts';
import { readCommands } from '../quick-actions/run-quick-actions.ts';
import { type CreatedNote, createNote, type CreateNoteInput } from './create-note.ts';

export type WriteNoteInput = CreateNoteInput & {
  /** The head that the writer looked at: what is merged or agreed to by a command is that one. */
  seenHeadSha?: string;
};

export type WrittenNote = {
  /** Undefined when there was nothing but commands. */
  made: CreatedNote | undefined;
  /** Undefined when there were no commands. */
  outcome: CommandOutcome | undefined;
};

/**
 * What people write, with the commands in it: the rest of the text becomes the note, then the commands are done in their
 * order. A repeated request does neither again, and answers the same.
 */
export async function writeNote(ctx: Context, input: WriteNoteInput): Promise<WrittenNote> {
  const { noteable, idempotencyKey } = input;
  const asSeen = input.seenHeadSha === undefined ? noteable : { ...noteable, headSha: input.seenHeadSha };
  const { text, commands } = readCommands(noteable.type, input.body);
  if (commands.length === 0) return { made: await createNote(ctx, { ...input, body: text }), outcome: undefined };
  if (text.trim() !== '') {
    const { rendered: _rendered, ...rest } = input;
    const made = await createNote(ctx, { ...rest, body: text });
    return { made, outcome: await runCommandsOnce(ctx, asSeen, commands, idempotencyKey) };
  }
  // Commands alone are refused where a comment would be: a lock or an archive holds for both.
  guard(canCreateNote(ctx.actor, noteable, input.isInternal ?? false));
  return { made: undefined, outcome: await runCommandsOnce(ctx, asSeen, commands, idempotencyKey) };
}
