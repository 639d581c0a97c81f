import { randomUUID } from 'node:crypto';
import { type Context, transact } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { guard } from '../../platform/operation.ts';
import { canCreateNote } from '../abilities.ts';
import { asSeen } from '../noteable.ts';
import type { CommandOutcome } from '../tables.ts';
import { writeCommands } from '../quick-actions/run-once.ts';
import { readCommands } from '../quick-actions/run-quick-actions.ts';
import { retryWhileBusy } from '../../platform/retry-while-busy.ts';
import { type CreatedNote, createNote, type CreateNoteInput, renderNote } from './create-note.ts';
import { resolveDiscussion } from './resolve-discussion.ts';
import { takeSentText } from '../autosave/save-autosave.ts';
import { doWritten } from './write-described.ts';

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
 * What users write, with the commands in it: the rest of the text becomes the note, then the commands are done in their
 * order. A repeated request does neither again, and answers the same. What is said to settle a thread is said and done at
 * once: neither stands without the other. Commands alone settle it too, whatever comes of them.
 */
export async function writeNote(ctx: Context, input: WriteNoteInput): Promise<WrittenNote> {
  const { noteable, idempotencyKey } = input;
  const seen = asSeen(noteable, input.seenHeadSha);
  const { text, commands } = readCommands(noteable.type, input.body);
  if (commands.length === 0) return { made: await settledNote(ctx, { ...input, body: text }), outcome: undefined };
  const key = idempotencyKey ?? randomUUID();
  if (text.trim() !== '') {
    // Markup takes its time: no transaction waits for it.
    const rendered = await renderNote(ctx, noteable, text);
    // What it asks for is kept with it, and done also when the process ends right after.
    const write = async (inner: Context) => {
      const created = await settledNote(inner, { ...input, body: text, rendered });
      await writeCommands(inner, seen, { commands, idempotencyKey: key });
      return created;
    };
    const made = await retryWhileBusy(ctx, () => transact(ctx, write));
    failpoint('note.commands_written');
    return { made, outcome: await doWritten(ctx, seen, commands, key) };
  }
  // Commands alone are refused where a comment would be: a lock or an archive holds for both.
  guard(canCreateNote(ctx.actor, noteable, input.isInternal ?? false));
  // First the thread: a merge may wait for it.
  const settle = async (inner: Context) => {
    const isNew = await writeCommands(inner, seen, { commands, idempotencyKey: key });
    const { replyTo: discussionId, resolve: isResolved } = input;
    if (!isNew || discussionId === undefined || isResolved === undefined) return;
    await resolveDiscussion(inner, { noteable, discussionId, isResolved });
  };
  await retryWhileBusy(ctx, () => transact(ctx, settle));
  const outcome = await doWritten(ctx, seen, commands, key);
  // Where none of them was done, the text goes back to its form.
  if (input.form && outcome.messages.length > 0) await takeSentText(ctx, input.form);
  return { made: undefined, outcome };
}

/** The note, and the thread as it is meant to be with it. */
async function settledNote(ctx: Context, input: CreateNoteInput): Promise<CreatedNote> {
  const { noteable, resolve: isResolved } = input;
  if (isResolved === undefined) return createNote(ctx, input);
  const rendered = input.rendered ?? (await renderNote(ctx, noteable, input.body));
  const write = async (inner: Context) => {
    const made = await createNote(inner, { ...input, rendered });
    if (!made.isRepeat) await resolveDiscussion(inner, { noteable, discussionId: made.discussion.id, isResolved });
    return made;
  };
  return retryWhileBusy(ctx, () => transact(ctx, write));
}
