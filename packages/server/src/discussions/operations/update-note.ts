import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { publishNoteChange } from '../publish-note-changes.ts';
import { renderText, type StoredHtml } from '../markdown/render-text.ts';
import { mentionedUsernames } from '../mentions/mentions-in.ts';
import type { Noteable } from '../noteable.ts';
import { getReadableNote } from '../reads/readable-note.ts';
import { checkBody } from '../rules/note-text.ts';
import { type DiscussionRow, lockDiscussion } from '../store/discussions.ts';
import { findNote, lockNote, type NoteRow, updateNoteText } from '../store/notes.ts';
import { keyOf, reload } from '../noteable-now.ts';

export type UpdateNoteInput = {
  noteable: Noteable;
  noteId: number;
  body: string;
  isInternal?: boolean;
  /** `updated_at` of the text the editor began with; a note that changed since is not overwritten. */
  lastKnownUpdatedAt?: Date;
  /** The whole text that the new one was made of, for changes of a part. */
  expectedBody?: string;
};

type Loaded = { noteable: Noteable; note: NoteRow };

/** The text as it is given and rendered. */
export const writeNoteText = defineOperation<UpdateNoteInput & { rendered: StoredHtml }, Loaded, NoteRow>({
  name: 'note.update',
  load: (ctx, input) => loadNote(ctx, input.noteable, input.noteId),
  check: (ctx, { noteable, note }, input) => {
    const refusal = canEditNote(ctx.actor, noteable, note);
    if (refusal) return refusal;
    return input.isInternal !== undefined && input.isInternal !== note.is_internal
      ? refuse('internal_flag_fixed')
      : null;
  },
  run: async (ctx, { noteable, note }, input) => {
    if (input.expectedBody !== undefined && input.expectedBody !== note.body) throw noteChanged(note);
    if (note.body === input.body) return note;
    checkKnown(note, input.lastKnownUpdatedAt);
    const text = { body: input.body, body_html: input.rendered.html, html_version: input.rendered.version };
    const updated = await updateNoteText(ctx.db, note.id, note.lock_version, text, actorId(ctx.actor) ?? null);
    if (!updated) throw noteChanged(note);
    await publishNoteChange(ctx, noteable, { ...updated, named: newNames(note, updated) }, 'updated');
    if (note.author_id !== actorId(ctx.actor)) {
      await audit(
        ctx,
        'note.update_by_other',
        { type: 'Note', id: note.id },
        { project_id: note.project_id, author_id: note.author_id },
      );
    }
    return updated;
  },
});

/** Whom the new text calls and the old one did not. */
function newNames(before: NoteRow, after: NoteRow): string[] {
  const namesIn = ({ body, body_html: html, html_version: version }: NoteRow) =>
    mentionedUsernames({ body, html, version });
  const known = new Set(namesIn(before));
  return namesIn(after).filter((name) => !known.has(name));
}

/** Changes the text. Fails with `note_changed` (and the current text) when someone else was faster. */
export async function updateNote(ctx: Context, input: UpdateNoteInput): Promise<NoteRow> {
  checkBody(input.body);
  const rendered = await renderText(ctx, input.noteable.place, input.body);
  return writeNoteText(ctx, { ...input, rendered });
}

/** Fails with `note_changed` when someone changed the text since the editor was shown it. */
export function checkKnown(note: NoteRow, lastKnownUpdatedAt: Date | undefined): void {
  if (lastKnownUpdatedAt && note.edited_at && note.edited_at > lastKnownUpdatedAt) throw noteChanged(note);
}

/** Someone else was faster: with what it is now. */
export function noteChanged(note: NoteRow): AppError {
  return new AppError('note_changed', { body: note.body, updated_at: note.updated_at.toISOString() });
}

/** The note, held until the transaction ends; hidden ones are missing. */
export async function loadNote(ctx: Context, noteable: Noteable, noteId: number): Promise<Loaded> {
  const fresh = await reload(ctx, noteable);
  return { noteable: fresh, note: await getReadableNote(ctx, fresh, noteId, lockNote) };
}

/** The same with its thread. The thread is held before its note, as everyone holds them, or two would wait for each other. */
export async function loadNoteInThread(
  ctx: Context,
  noteable: Noteable,
  noteId: number,
): Promise<Loaded & { discussion: DiscussionRow | undefined }> {
  const seen = await findNote(ctx.db, keyOf(noteable), noteId);
  const discussion = seen && (await lockDiscussion(ctx.db, keyOf(noteable), seen.discussion_id));
  return { ...(await loadNote(ctx, noteable, noteId)), discussion };
}
