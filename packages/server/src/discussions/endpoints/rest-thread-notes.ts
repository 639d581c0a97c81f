import { z } from 'zod';
import { boolInput, idInput, timeInput } from '@tributary/contract/core/inputs.ts';
import { discussionIdInput } from '@tributary/contract/discussions/inputs.ts';
import { restNote, restWrittenNote } from '@tributary/contract/discussions/rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { deleteNote } from '../operations/delete-note.ts';
import { resolveDiscussion } from '../operations/resolve-discussion.ts';
import { rewriteNote } from '../operations/rewrite-note.ts';
import { discussionById, noteById } from '../reads/discussion-page.ts';
import type { NoteView } from '../reads/note-views.ts';
import { toRestNote } from '../render/to-rest.ts';
import { noOutcome } from '../quick-actions/run-quick-actions.ts';
import { commandResults } from './answer-commands.ts';
import { idempotencyKey, NOTE_CHANGES_PER_MINUTE } from './note-input.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

const noteParams = z.object({ discussion_id: discussionIdInput, note_id: idInput });

/** Rows for the notes of a thread below one kind of thing. */
export function threadNoteRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const path = `${door.rest}/${pathName}/:noteable_id/discussions/:discussion_id/notes/:note_id`;
  const subject = inNoteable(door, pathName);
  return [
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_notes',
      summary: 'Get a note of a discussion',
      tag: 'Discussions',
      subject,
      params: noteParams,
      response: restNote,
      handle: async ({ ctx, params, subject: { noteable } }) =>
        toRestNote(await noteOfThread(ctx, noteable, params), ctx.config.url),
    }),
    defineRoute({
      method: 'PUT',
      path,
      ability: 'read_notes',
      summary: 'Edit or resolve a note of a discussion',
      tag: 'Discussions',
      subject,
      params: noteParams,
      rateLimitPerMinute: NOTE_CHANGES_PER_MINUTE,
      input: z.strictObject({
        body: z.string().optional(),
        resolved: boolInput.optional(),
        last_known_updated_at: timeInput.optional(),
      }),
      response: restWrittenNote,
      handle: async ({ ctx, params, input, subject: { noteable }, headers }) => {
        await noteOfThread(ctx, noteable, params);
        if ((input.body === undefined) === (input.resolved === undefined))
          throw new AppError('bad_parameter', { name: 'body, resolved' });
        let outcome = noOutcome();
        if (input.body !== undefined) {
          const seen = input.last_known_updated_at && { lastKnownUpdatedAt: input.last_known_updated_at };
          const wish = { noteable, noteId: params.note_id, body: input.body, ...seen, ...idempotencyKey(headers) };
          outcome = await rewriteNote(ctx, wish);
        } else {
          await resolveDiscussion(ctx, {
            noteable,
            discussionId: params.discussion_id,
            isResolved: input.resolved ?? true,
            noteId: params.note_id,
          });
        }
        const rest = toRestNote(await noteById(ctx, noteable, params.note_id), ctx.config.url);
        return { ...rest, ...commandResults(outcome) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      ability: 'read_notes',
      summary: 'Delete a note of a discussion',
      tag: 'Discussions',
      subject,
      params: noteParams,
      changedAt: async ({ ctx, params, subject: { noteable } }) =>
        (await noteOfThread(ctx, noteable, params)).row.updated_at,
      handle: async ({ ctx, params, subject: { noteable } }) => {
        await noteOfThread(ctx, noteable, params);
        await deleteNote(ctx, { noteable, noteId: params.note_id });
      },
    }),
  ];
}

/** Through its thread, so that a number of another one finds nothing. */
async function noteOfThread(
  ctx: Context,
  noteable: Noteable,
  params: { discussion_id: string; note_id: number },
): Promise<NoteView> {
  const thread = await discussionById(ctx, noteable, params.discussion_id);
  const note = thread.notes.find((each) => each.row.id === params.note_id);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  return note;
}
