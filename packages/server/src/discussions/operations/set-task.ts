import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { setTask, type TaskChange } from '../../platform/markup/index.ts';
import { descriptionOf, type Noteable } from '../noteable.ts';
import { findNoteById } from '../store/notes.ts';
import { updateNote } from './update-note.ts';

/** How often the text may change under our hands before it is left as it is. */
const MAX_ATTEMPTS = 5;

type TickedText = {
  read: () => Promise<string>;
  /** Fails with a conflict when the text is no longer `before`; asks for the right. */
  write: (text: string, before: string) => Promise<unknown>;
};

/** Ticks or clears one task of a description. Whoever may change the description may. */
export async function setDescriptionTask(ctx: Context, noteable: Noteable, change: TaskChange): Promise<void> {
  const description = descriptionOf(noteable.type);
  if (!description) throw new AppError('not_found', { resource: 'Description' });
  await tick(change, {
    read: () => description.get(ctx, noteable),
    write: (text, before) => description.set(ctx, noteable, text, before),
  });
}

/** Ticks or clears one task of a note. Whoever may change the note may. */
export async function setNoteTask(
  ctx: Context,
  { noteable, noteId, change }: { noteable: Noteable; noteId: number; change: TaskChange },
): Promise<void> {
  await tick(change, {
    read: async () => {
      const note = await findNoteById(ctx.db, noteId);
      if (!note) throw new AppError('not_found', { resource: 'Note' });
      return note.body;
    },
    write: (body, expectedBody) => updateNote(ctx, { noteable, noteId, body, expectedBody }),
  });
}

/**
 * Changes exactly the box that the user saw, in the text as it is now: what others wrote meanwhile in other lines stays.
 * A line that is another one now fails with `task_changed`, and nothing is changed.
 */
async function tick(change: TaskChange, text: TickedText): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await text.read();
    const after = setTask(before, change);
    // Only after the right was asked for: what the text says is not for everyone.
    if (after === null) {
      await text.write(before, before);
      throw new AppError('task_changed');
    }
    try {
      await text.write(after, before);
      return;
    } catch (error) {
      const isTaken = error instanceof AppError && error.kind === 'conflict' && attempt < MAX_ATTEMPTS;
      if (!isTaken) throw error;
    }
  }
}
