import { z } from 'zod';
import { idInput, timeInput } from '@tributary/contract/core/inputs.ts';
import { positionInput } from '@tributary/contract/discussions/inputs.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { NOTE_REFUSED, withFormFailures } from '../../endpoints/pages/form-failures.ts';
import { type Context, transact } from '../../platform/context.ts';
import { noteAwardRoute } from '../awards/endpoints/page-awards.ts';
import { convertNoteToThread } from '../operations/convert-to-thread.ts';
import { deleteNote } from '../operations/delete-note.ts';
import { moveNote } from '../operations/move-note.ts';
import { resolveDiscussion } from '../operations/resolve-discussion.ts';
import { rewriteNote } from '../operations/rewrite-note.ts';
import { outdatedLinesOf } from '../reads/outdated-lines.ts';
import { discussionById, noteById } from '../reads/discussion-page.ts';
import { toPageDiscussion, toPageNote } from '../render/to-page.ts';
import { commandResults } from './answer-commands.ts';
import { takeSentText } from '../autosave/save-autosave.ts';
import { NOTE_CHANGES_PER_MINUTE } from './note-input.ts';
import { sentForm } from './sent-form.ts';
import { noteTaskRoute } from './page-tasks.ts';
import type { NoteAddress } from './subjects.ts';

function update({ path, subject }: NoteAddress) {
  return defineRoute({
    method: 'PUT',
    path,
    ability: 'read_notes',
    summary: 'Edit a note',
    tag: 'Notes',
    subject,
    rateLimitPerMinute: NOTE_CHANGES_PER_MINUTE,
    input: z.strictObject({
      target_type: z.string().optional(),
      target_id: idInput.optional(),
      note: z
        .strictObject({ note: z.string().optional(), position: positionInput.nullish() })
        .refine(({ note, position }) => note !== undefined || position),
      last_known_updated_at: timeInput.optional(),
      merge_request_diff_head_sha: z.string().nullish(),
    }),
    handle: async ({ ctx, input, subject: { noteable, noteId }, headers }) => {
      const { note: body, position } = input.note;
      const lastKnownUpdatedAt = input.last_known_updated_at;
      const wish = { noteable, noteId, hasText: body !== undefined, lastKnownUpdatedAt };
      const move = position ? (inner: Context) => moveNote(inner, { ...wish, position }) : undefined;
      if (body === undefined) {
        await transact(ctx, async (inner) => move?.(inner));
        return toPageNote(await noteById(ctx, noteable, noteId));
      }
      const { merge_request_diff_head_sha: seenHeadSha } = input;
      const seen = { ...(lastKnownUpdatedAt && { lastKnownUpdatedAt }), ...(seenHeadSha && { seenHeadSha }) };
      const { form, ...key } = sentForm(headers, input);
      const outcome = await rewriteNote(ctx, { noteable, noteId, body, ...seen, ...key }, async (inner) => {
        await move?.(inner);
        if (form) await takeSentText(inner, form);
      });
      return { ...toPageNote(await noteById(ctx, noteable, noteId)), ...commandResults(outcome) };
    },
  });
}

function remove({ path, subject }: NoteAddress) {
  return defineRoute({
    method: 'DELETE',
    path,
    ability: 'read_notes',
    summary: 'Delete a note',
    tag: 'Notes',
    subject,
    status: 200,
    handle: async ({ ctx, subject: { noteable, noteId } }) => {
      await deleteNote(ctx, { noteable, noteId });
      return {};
    },
  });
}

function convert({ path, subject }: NoteAddress) {
  return defineRoute({
    method: 'POST',
    path: `${path}/convert_to_thread`,
    ability: 'read_notes',
    summary: 'Convert a comment to a thread',
    tag: 'Notes',
    subject,
    status: 200,
    handle: async ({ ctx, subject: { noteable, noteId } }) => {
      await convertNoteToThread(ctx, { noteable, noteId });
      const { discussion } = await noteById(ctx, noteable, noteId);
      return toPageDiscussion(await discussionById(ctx, noteable, discussion.id));
    },
  });
}

function resolveNote({ path, subject }: NoteAddress, method: 'POST' | 'DELETE') {
  return defineRoute({
    method,
    path: `${path}/resolve`,
    ability: 'read_notes',
    summary: method === 'POST' ? "Resolve a note's thread" : "Reopen a note's thread",
    tag: 'Notes',
    subject,
    status: 200,
    handle: async ({ ctx, subject: { noteable, noteId } }) => {
      const { discussion } = await noteById(ctx, noteable, noteId);
      await resolveDiscussion(ctx, { noteable, discussionId: discussion.id, isResolved: method === 'POST' });
      return toPageNote(await noteById(ctx, noteable, noteId));
    },
  });
}

function outdatedLineChange({ path, subject }: NoteAddress) {
  return defineRoute({
    method: 'GET',
    path: `${path}/outdated_line_change`,
    ability: 'read_notes',
    summary: 'Get how the commented line changed since',
    tag: 'Notes',
    subject,
    handle: async ({ ctx, subject: { noteable, noteId } }) => outdatedLinesOf(ctx, noteable, noteId),
  });
}

/** What is asked of one note, below its address. */
export function singleNoteRoutes(at: NoteAddress): Route[] {
  return [
    outdatedLineChange(at),
    withFormFailures(update(at), NOTE_REFUSED),
    remove(at),
    convert(at),
    resolveNote(at, 'POST'),
    resolveNote(at, 'DELETE'),
    noteTaskRoute(at),
    noteAwardRoute(at),
  ];
}
