import { randomUUID } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { asSeen } from '../noteable.ts';
import { runCommandsOnce } from '../quick-actions/run-once.ts';
import { noOutcome, readCommands } from '../quick-actions/run-quick-actions.ts';
import { checkBody } from '../rules/note-text.ts';
import type { CommandOutcome } from '../tables.ts';
import { deleteNote } from './delete-note.ts';
import { checkKnown, loadNote, type UpdateNoteInput, writeNoteText } from './update-note.ts';
import { writeDescribed } from './write-described.ts';

/**
 * What users make of a note, with the commands in it; answers what they came to. Commands alone leave nothing of it: it is
 * removed, and the answer is `note_emptied`; unless none of them could be done, then it stays as it was. A text that someone
 * changed since it was seen is neither removed nor are its commands done; one that is changed while they are done stays.
 * `alongside` is done
 * in the transaction that writes the text or removes the note, or not at all. `seenHeadSha`: as with `writeNote`. With an `idempotencyKey` that is known, no
 * command is done again.
 */
export async function rewriteNote(
  ctx: Context,
  input: UpdateNoteInput & { seenHeadSha?: string; idempotencyKey?: string },
  alongside?: (inner: Context) => Promise<void>,
): Promise<CommandOutcome> {
  const { noteable, noteId, idempotencyKey } = input;
  const seen = asSeen(noteable, input.seenHeadSha);
  const { text, commands } = readCommands(noteable.type, input.body);
  if (commands.length === 0 || text.trim() !== '') {
    checkBody(text);
    const outcome = noOutcome();
    await writeDescribed(
      ctx,
      { type: noteable.type, text: input.body, place: noteable.place, outcome, idempotencyKey },
      (around, body, rendered) =>
        transact(around, async (inner) => {
          await alongside?.(inner);
          return { kept: await writeNoteText(inner, { ...input, body, rendered }), noteable: seen };
        }),
      async () => undefined,
    );
    return outcome;
  }
  const found = await loadNote(ctx, noteable, noteId);
  guard(canEditNote(ctx.actor, found.noteable, found.note));
  checkKnown(found.note, input.lastKnownUpdatedAt);
  const { messages, errors } = await runCommandsOnce(ctx, seen, commands, idempotencyKey ?? randomUUID());
  if (messages.length === 0) throw new AppError('command_failed', { reason: errors.join(' ') });
  await transact(ctx, async (inner) => {
    await alongside?.(inner);
    await deleteNote(inner, { noteable, noteId, lockVersion: found.note.lock_version });
  });
  throw new AppError('note_emptied', { done: [...messages, ...errors].join(' ') });
}
