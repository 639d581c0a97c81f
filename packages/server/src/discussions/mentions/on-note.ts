import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { defineJob, registerJob } from '../../platform/jobs.ts';
import { referencesIn } from '../markdown/reference-registry.ts';
import { noteableDescriptor } from '../noteable.ts';
import { findNoteById } from '../store/notes.ts';
import { addCrossReferences } from './add-cross-references.ts';

type Payload = { noteId: number; actorId: number | null };

/** What a comment names learns of it. An internal one is nothing that others may know to exist. */
async function tell(ctx: Context, { noteId, actorId }: Payload): Promise<void> {
  const note = await findNoteById(ctx.db, noteId);
  if (!note || note.is_system || note.is_internal || !note.body_html.includes('<gl-ref')) return;
  const actor = actorId === null ? undefined : await findActingUser(ctx, actorId);
  if (!actor) return;
  const asWriter = { ...ctx, actor };
  const noteable = await noteableDescriptor(note.noteable_type).findById(asWriter, note.noteable_id);
  if (!noteable) return;
  await addCrossReferences(asWriter, noteable, referencesIn([note.body_html], noteable.place));
}

export const mentionsOnNote: Extensions = [
  // An older version put off by a job of its own what a review said in its last minute; such a job may still wait.
  registerJob(defineJob<Payload>({ name: 'tell-mentioned', run: tell })),
  () => {
    for (const type of ['note.created', 'note.updated'] as const) {
      onEvent(type, 'mentions', (ctx, { data, actorId }) => tell(ctx, { noteId: data.noteId, actorId }), {
        waits: true,
      })();
    }
  },
];
