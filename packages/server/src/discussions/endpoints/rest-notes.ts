import { z } from 'zod';
import { boolInput, idInput, pagingInput, timeInput } from '@tributary/contract/core/inputs.ts';
import { restNote, restWrittenNote } from '@tributary/contract/discussions/rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { writeNote } from '../operations/write-note.ts';
import { deleteNote } from '../operations/delete-note.ts';
import { rewriteNote } from '../operations/rewrite-note.ts';
import { updateNote } from '../operations/update-note.ts';
import { noOutcome } from '../quick-actions/run-quick-actions.ts';
import { noteById, notePage } from '../reads/discussion-page.ts';
import { toRestNote } from '../render/to-rest.ts';
import { commandResults, restCommands } from './answer-commands.ts';
import { countsAsNewNote, idempotencyKey, NOTE_CHANGES_PER_MINUTE, sentAt } from './note-input.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

const ACTIVITY = { all_notes: 0, only_comments: 1, only_activity: 2 } as const;
const noteParams = z.object({ note_id: idInput });

/** Rows for single notes below one kind of thing, e.g. `merge_requests`. */
export function noteRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const base = `${door.rest}/${pathName}/:noteable_id/notes`;
  const subject = inNoteable(door, pathName);
  return [
    defineRoute({
      method: 'GET',
      path: base,
      ability: 'read_notes',
      summary: 'List notes',
      tag: 'Notes',
      subject,
      input: z.strictObject({
        ...pagingInput,
        order_by: z.enum(['created_at', 'updated_at']).default('created_at'),
        sort: z.enum(['asc', 'desc']).default('desc'),
        activity_filter: z.enum(['all_notes', 'only_comments', 'only_activity']).default('all_notes'),
      }),
      response: z.array(restNote),
      handle: async ({ ctx, input, subject: { noteable } }) => {
        const page = await notePage(ctx, noteable, {
          page: input.page,
          perPage: input.per_page,
          activity: ACTIVITY[input.activity_filter],
          order: { by: input.order_by, direction: input.sort },
        });
        return paged(page, (note) => toRestNote(note, ctx.config.url));
      },
    }),
    defineRoute({
      method: 'POST',
      path: base,
      ability: 'create_note',
      summary: 'Comment',
      tag: 'Notes',
      subject,
      ...countsAsNewNote,
      input: z.strictObject({
        body: z.string(),
        internal: boolInput.optional(),
        confidential: boolInput.optional(),
        merge_request_diff_head_sha: z.string().optional(),
        ...sentAt,
      }),
      response: restWrittenNote,
      handle: async ({ ctx, input, subject: { noteable }, headers, reply }) => {
        const { made, outcome } = await writeNote(ctx, {
          noteable,
          body: input.body,
          isInternal: input.internal ?? input.confidential ?? false,
          createdAt: input.created_at,
          ...(input.merge_request_diff_head_sha && { seenHeadSha: input.merge_request_diff_head_sha }),
          ...idempotencyKey(headers),
        });
        if (!made) return restCommands(reply, outcome);
        return {
          ...toRestNote(await noteById(ctx, noteable, made.note.id), ctx.config.url),
          commands_changes: outcome?.changes ?? {},
          ...(outcome && commandResults(outcome)),
        };
      },
    }),
    ...singleNoteRoutes(door, pathName),
  ];
}

function singleNoteRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const path = `${door.rest}/${pathName}/:noteable_id/notes/:note_id`;
  const subject = inNoteable(door, pathName);
  return [
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_notes',
      summary: 'Get a note',
      tag: 'Notes',
      subject,
      params: noteParams,
      response: restNote,
      handle: async ({ ctx, params, subject: { noteable } }) =>
        toRestNote(await noteById(ctx, noteable, params.note_id), ctx.config.url),
    }),
    defineRoute({
      method: 'PUT',
      path,
      ability: 'read_notes',
      summary: 'Edit a note',
      tag: 'Notes',
      subject,
      params: noteParams,
      rateLimitPerMinute: NOTE_CHANGES_PER_MINUTE,
      input: z.strictObject({
        body: z.string().optional(),
        confidential: boolInput.optional(),
        last_known_updated_at: timeInput.optional(),
      }),
      response: restWrittenNote,
      handle: async ({ ctx, params, input, subject: { noteable }, headers }) => {
        const { body, confidential, last_known_updated_at: lastKnownUpdatedAt } = input;
        if (body === undefined && confidential === undefined)
          throw new AppError('missing_parameter', { names: 'body, confidential' });
        const { row } = await noteById(ctx, noteable, params.note_id);
        const wish = {
          noteable,
          noteId: row.id,
          ...(confidential !== undefined && { isInternal: confidential }),
          ...(lastKnownUpdatedAt && { lastKnownUpdatedAt }),
        };
        let outcome = noOutcome();
        if (body === undefined) await updateNote(ctx, { ...wish, body: row.body });
        else outcome = await rewriteNote(ctx, { ...wish, body, ...idempotencyKey(headers) });
        const rest = toRestNote(await noteById(ctx, noteable, params.note_id), ctx.config.url);
        return { ...rest, ...commandResults(outcome) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      ability: 'read_notes',
      summary: 'Delete a note',
      tag: 'Notes',
      subject,
      params: noteParams,
      changedAt: async ({ ctx, params, subject: { noteable } }) =>
        (await noteById(ctx, noteable, params.note_id)).row.updated_at,
      handle: async ({ ctx, params, subject: { noteable } }) => {
        await deleteNote(ctx, { noteable, noteId: params.note_id });
      },
    }),
  ];
}
