import { randomBytes } from 'node:crypto';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { AppError, fail, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canBackdate, canCreateNote, canReadInternal, canResolve } from '../abilities.ts';
import { announceNote } from '../announce.ts';
import type { EventBatch } from '../events.ts';
import { renderText, type StoredHtml } from '../markdown/render-text.ts';
import { type Noteable, noteableDescriptor, type ResolvedPosition } from '../noteable.ts';
import { retryWhileBusy } from '../retry-while-busy.ts';
import { checkBody } from '../rules/note-text.ts';
import {
  convertToThread,
  type DiscussionRow,
  insertDiscussion,
  lockDiscussion,
  refreshDiscussion,
} from '../store/discussions.ts';
import { findNoteByIdempotencyKey, insertNote, listNotesOf, makeThreadNotes, type NoteRow } from '../store/notes.ts';

export type CreateNoteInput = {
  noteable: Noteable;
  body: string;
  /** `comment` stands alone, `thread` takes replies; a position makes it a thread on the diff. */
  kind?: 'comment' | 'thread';
  position?: DiffPosition;
  replyTo?: string;
  isInternal?: boolean;
  /** After replying: resolve or reopen the thread in the same transaction. */
  resolve?: boolean;
  idempotencyKey?: string;
  /** What it is published with, so that people hear of all of it at once. */
  batch?: EventBatch;
  /** When it was written, for those who bring notes from elsewhere; of others it changes nothing. */
  createdAt?: Date | undefined;
  rendered?: StoredHtml;
};

type Loaded = { noteable: Noteable; thread: DiscussionRow | undefined; starterId: number | null };
export type CreatedNote = { note: NoteRow; discussion: DiscussionRow; isRepeat: boolean };

const operation = defineOperation<CreateNoteInput & { rendered: StoredHtml }, Loaded, CreatedNote>({
  name: 'note.create',
  load: async (ctx, input) => {
    await noteableDescriptor(input.noteable.type).prepare?.(ctx, input.noteable);
    const noteable = await reload(ctx, input.noteable);
    if (input.replyTo === undefined) return { noteable, thread: undefined, starterId: null };
    const key = keyOf(noteable);
    const thread = await lockDiscussion(ctx.db, key, input.replyTo);
    if (!thread || (thread.is_internal && !canReadInternal(ctx.actor, noteable)) || thread.is_system)
      throw new AppError('not_found', { resource: 'Discussion' });
    const [first] = await listNotesOf(ctx.db, [thread.id]);
    return { noteable, thread, starterId: first?.author_id ?? null };
  },
  check: (ctx, { noteable, thread, starterId }, input) => {
    if (thread?.is_internal && input.isInternal === false) return refuse('internal_flag_fixed');
    const isInternal = thread ? thread.is_internal : (input.isInternal ?? false);
    const refusal = canCreateNote(ctx.actor, noteable, isInternal);
    if (refusal) return refusal;
    if (input.resolve === undefined || !thread) return null;
    return canResolve(ctx.actor, noteable, { ...thread, is_resolvable: true }, starterId);
  },
  run: async (ctx, { noteable, thread }, input) => {
    const authorId = actorId(ctx.actor) ?? null;
    const repeat = await findRepeat(ctx, noteable, authorId, input.idempotencyKey);
    if (repeat) return repeat;
    const discussion = thread ? await replyInto(ctx, noteable, thread) : await startDiscussion(ctx, noteable, input);
    const note = await insertNote(ctx.db, {
      discussion_id: discussion.id,
      noteable_type: noteable.type,
      noteable_id: noteable.id,
      project_id: noteable.access.project.id,
      author_id: authorId,
      type: noteType(discussion),
      is_internal: discussion.is_internal,
      body: input.body,
      body_html: input.rendered.html,
      html_version: input.rendered.version,
      resolvable: isResolvable(noteable, discussion),
      // A reply does not reopen what is settled; saying so is an act of its own.
      resolved_at: discussion.resolved_at,
      resolved_by_id: discussion.resolved_by_id,
      resolved_by_push: discussion.resolved_by_push,
      system_action: null,
      idempotency_key: input.idempotencyKey ?? null,
      edited_at: null,
      edited_by_id: null,
      ...backdated(ctx, noteable, input.createdAt),
    });
    // Two requests with one key at the same moment: the other one was first.
    if (!note) return (await findRepeat(ctx, noteable, authorId, input.idempotencyKey)) ?? fail('conflict');
    // A thread that begins says itself what follows from its only note.
    const refreshed = thread && (await refreshDiscussion(ctx.db, discussion.id));
    await announceNote(ctx, noteable, note, 'created', input.batch);
    return { note, discussion: refreshed ?? discussion, isRepeat: false };
  },
});

/**
 * A comment, the start of a thread, a thread on the diff, or a reply. A repeated request with the same idempotency key
 * gives the note that is there. Fails with note texts refused, `position_invalid`, `discussion_locked`, `project_archived`.
 */
export async function createNote(ctx: Context, input: CreateNoteInput): Promise<CreatedNote> {
  checkBody(input.body);
  const { project } = input.noteable.access;
  const rendered =
    input.rendered ?? (await renderText(ctx, { projectId: project.id, projectPath: project.full_path }, input.body));
  return retryWhileBusy(ctx, () => operation(ctx, { ...input, rendered }));
}

/** Never in the future; when it came to this server stays `updated_at`, by which pages follow. */
function backdated(ctx: Context, noteable: Noteable, createdAt: Date | undefined): { created_at?: Date } {
  if (!createdAt || !canBackdate(ctx.actor, noteable) || createdAt > ctx.clock.now()) return {};
  return { created_at: createdAt };
}

export function keyOf(noteable: Noteable): { noteableType: string; noteableId: number } {
  return { noteableType: noteable.type, noteableId: noteable.id };
}

export async function reload(ctx: Context, noteable: Noteable): Promise<Noteable> {
  const fresh = await noteableDescriptor(noteable.type).findById(ctx, noteable.id);
  return fresh ?? fail('not_found', { resource: 'Noteable' });
}

export function newDiscussionId(): string {
  return randomBytes(20).toString('hex');
}

async function findRepeat(
  ctx: Context,
  noteable: Noteable,
  authorId: number | null,
  key: string | undefined,
): Promise<CreatedNote | undefined> {
  if (key === undefined || authorId === null) return undefined;
  const note = await findNoteByIdempotencyKey(ctx.db, keyOf(noteable), authorId, key);
  const discussion = note && (await lockDiscussion(ctx.db, keyOf(noteable), note.discussion_id));
  return note && discussion ? { note, discussion, isRepeat: true } : undefined;
}

/** A single comment that gets a reply becomes a thread, as people expect. */
async function replyInto(ctx: Context, noteable: Noteable, thread: DiscussionRow): Promise<DiscussionRow> {
  if (!thread.is_individual) return thread;
  await convertToThread(ctx.db, thread.id);
  await makeThreadNotes(ctx.db, thread.id, noteableDescriptor(noteable.type).isResolvable);
  return { ...thread, is_individual: false };
}

async function startDiscussion(ctx: Context, noteable: Noteable, input: CreateNoteInput): Promise<DiscussionRow> {
  const place = input.position && (await placeOf(ctx, noteable, input.position));
  const current = place?.current;
  const isIndividual = !place && input.kind !== 'thread';
  return insertDiscussion(ctx.db, {
    id: newDiscussionId(),
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    project_id: noteable.access.project.id,
    is_individual: isIndividual,
    is_resolvable: !isIndividual && noteableDescriptor(noteable.type).isResolvable,
    is_internal: input.isInternal ?? false,
    commit_id: noteable.commitSha ?? null,
    position: place ? JSON.stringify(current?.position ?? place.position) : null,
    original_position: place ? JSON.stringify(place.position) : null,
    line_code: (current ?? place)?.lineCode ?? null,
    original_line_code: place?.lineCode ?? null,
    snapshot: place?.snapshot ? JSON.stringify(place.snapshot) : null,
    is_active: current?.isActive ?? true,
    placement: current ? JSON.stringify(current.placement) : null,
    resolved_at: null,
    resolved_by_id: null,
  });
}

function placeOf(ctx: Context, noteable: Noteable, position: DiffPosition): Promise<ResolvedPosition> {
  const { resolvePosition } = noteableDescriptor(noteable.type);
  if (!resolvePosition) fail('position_invalid', { reason: 'there is no diff here' });
  return resolvePosition(ctx, noteable, position);
}

function noteType(discussion: DiscussionRow): NoteRow['type'] {
  if (discussion.position) return 'DiffNote';
  return discussion.is_individual ? null : 'DiscussionNote';
}

function isResolvable(noteable: Noteable, discussion: DiscussionRow): boolean {
  return !discussion.is_individual && noteableDescriptor(noteable.type).isResolvable;
}
