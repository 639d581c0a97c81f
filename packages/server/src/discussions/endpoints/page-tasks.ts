import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { TaskChange } from '../../platform/markup/index.ts';
import { setDescriptionTask, setNoteTask } from '../operations/set-task.ts';
import { noteById } from '../reads/discussion-page.ts';
import { toPageNote } from '../render/to-page.ts';
import { NOTE_CHANGES_PER_MINUTE } from './note-input.ts';
import { type ContainerRoutes, inNoteable, type NoteAddress } from './subjects.ts';

const input = z.strictObject({
  line_number: idInput,
  /** The line as the page has it; its box does not matter. */
  line_source: z.string().max(1_000_000),
  checked: z.boolean(),
});

function changeOf(body: z.output<typeof input>): TaskChange {
  return { line: body.line_number, lineSource: body.line_source, checked: body.checked };
}

/** The checklist of a description, below the page of one kind of thing. */
export function pageTaskRoutes(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  const route = defineRoute({
    method: 'PUT',
    path: `/${pathName}/:noteable_id/task`,
    // The thing's own operation asks who may change its description.
    ability: 'read_notes',
    summary: 'Toggle a checklist item in a description',
    tag: 'Notes',
    subject: inNoteable(door, pathName),
    status: 200,
    rateLimitPerMinute: NOTE_CHANGES_PER_MINUTE,
    input,
    handle: async ({ ctx, input: body, subject: { noteable } }) => {
      await setDescriptionTask(ctx, noteable, changeOf(body));
      return {};
    },
  });
  return [defineScopedRoute(door.on, route)];
}

/** The checklist of a note. */
export function noteTaskRoute({ path, subject }: NoteAddress): Route {
  return defineRoute({
    method: 'PUT',
    path: `${path}/task`,
    ability: 'read_notes',
    summary: 'Toggle a checklist item in a note',
    tag: 'Notes',
    subject,
    status: 200,
    rateLimitPerMinute: NOTE_CHANGES_PER_MINUTE,
    input,
    handle: async ({ ctx, input: body, subject: { noteable, noteId } }) => {
      await setNoteTask(ctx, { noteable, noteId, change: changeOf(body) });
      return toPageNote(await noteById(ctx, noteable, noteId));
    },
  });
}
