import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { NOTE_REFUSED, POLL_REFUSED, withFormFailures } from '../../endpoints/pages/form-failures.ts';
import { countsAsNewNote } from './note-input.ts';
import { createNoteBody, noteFromPage, notesForPage } from './page-notes.ts';
import { singleNoteRoutes } from './page-single-notes.ts';
import { type ContainerRoutes, inNoteable, noteBelow } from './subjects.ts';

/** Below the page of one kind of thing: writing notes, and hearing of what changed. */
export function notesBelow(door: ContainerRoutes, pathName: string, page = pathName): ScopedRoute[] {
  const path = `/${page}/:noteable_id/notes`;
  const subject = inNoteable(door, pathName);
  const write = defineRoute({
    method: 'POST',
    path,
    ability: 'create_note',
    summary: 'Create a comment on an item',
    tag: 'Notes',
    subject,
    status: 200,
    ...countsAsNewNote,
    input: createNoteBody,
    handle: ({ ctx, input, subject: { noteable }, headers, reply }) =>
      noteFromPage(ctx, noteable, input, headers, reply),
  });
  const hear = defineRoute({
    method: 'GET',
    path,
    ability: 'read_notes',
    summary: 'List notes of an item changed since the last request',
    tag: 'Notes',
    subject,
    handle: ({ ctx, subject: { noteable }, headers, reply }) => notesForPage(ctx, noteable, headers, reply),
  });
  return [withFormFailures(write, NOTE_REFUSED), withFormFailures(hear, POLL_REFUSED)].map((route) =>
    defineScopedRoute(door.on, route),
  );
}

/** Single notes below the page of one kind of thing. */
export function singleNotesBelow(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  return singleNoteRoutes(noteBelow(door, pathName)).map((route) => defineScopedRoute(door.on, route));
}
