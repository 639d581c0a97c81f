import { defineRoute } from '../../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../../faces/pages/define-page.ts';
import { NOTE_REFUSED, POLL_REFUSED, withFormFailures } from '../../../faces/pages/form-failures.ts';
import { countsAsNewNote } from '../../faces/note-input.ts';
import { createNoteBody, noteFromPage, notesForPage, POLL_INTERVAL_MS } from '../../faces/page-notes.ts';
import { inNoteable } from '../../faces/subjects.ts';

const path = '/commit/:noteable_id/notes';
const tag = 'Notes';
const subject = inNoteable('repository/commits');

/** A commit is named by its id: it has no number before somebody has said something. */
const create = defineRoute({
  method: 'POST',
  path,
  ability: 'create_note',
  summary: 'Comment on a commit from its page',
  tag,
  subject,
  status: 200,
  ...countsAsNewNote,
  input: createNoteBody,
  handle: ({ ctx, input, subject: { noteable }, headers, reply }) => noteFromPage(ctx, noteable, input, headers, reply),
});

const poll = defineRoute({
  method: 'GET',
  path,
  ability: 'read_notes',
  summary: 'Notes of a commit changed since the last look',
  tag,
  subject,
  handle: ({ ctx, subject: { noteable }, headers, reply }) => {
    reply.header('poll-interval', String(POLL_INTERVAL_MS));
    return notesForPage(ctx, noteable, headers);
  },
});

export const commitNoteRoutes: readonly PlaceRoute[] = [
  withFormFailures(create, NOTE_REFUSED),
  withFormFailures(poll, POLL_REFUSED),
].map((route) => definePlaceRoute('project', route));
