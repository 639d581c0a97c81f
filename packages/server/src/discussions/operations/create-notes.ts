import { randomBytes } from 'node:crypto';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { fail, type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { columnsOf } from '../../projects/index.ts';
import { canBackdate, canCreateNote, canReadInternal, canResolve } from '../abilities.ts';
import { publishNoteChanges } from '../publish-note-changes.ts';
import type { EventBatch } from '../events.ts';
import type { StoredHtml } from '../markdown/render-text.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { keyOf, reload } from '../noteable-now.ts';
import {
  convertToThreads,
  deleteEmptyDiscussions,
  type DiscussionRow,
  lockDiscussions,
  refreshDiscussions,
} from '../store/discussions.ts';
import { insertNotes, insertThreads, type NewThread, type NewNoteContent } from '../store/new-notes.ts';
import { findNoteByIdempotencyKey, makeThreadNotes, type NoteRow } from '../store/notes.ts';
import { listStarters, type Starter } from '../store/starters.ts';
import { type SentForm, takeSentText } from '../autosave/save-autosave.ts';
import { commitsOf, type NotePosition, locationsOf } from './locations-of-notes.ts';

export type NoteToWrite = {
  body: string;
  rendered: StoredHtml;
  /** `comment` stands alone, `thread` takes replies; a position makes it a thread on the diff. */
  kind?: 'comment' | 'thread' | undefined;
  position?: DiffPosition | undefined;
  /** It came with the type `LegacyDiffNote`, and is answered with it. */
  isLegacy?: boolean | undefined;
  /** The one commit that was looked at; a reply is about what its thread is about. */
  commitId?: string | undefined;
  replyTo?: string | undefined;
  isInternal?: boolean | undefined;
  /** Resolving or reopening its thread follows: nothing is said when that may not be done. */
  resolve?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
  /** When it was written, for those who bring notes from elsewhere; of others it changes nothing. */
  createdAt?: Date | undefined;
  /**
   * Nothing that happened to its place since can keep it back: without its thread it begins one, without its line it stands
   * on the overview.
   */
  outlivesPlace?: boolean | undefined;
};

export type CreateNotesInput = {
  noteable: Noteable;
  notes: readonly NoteToWrite[];
  /** What they are published with, so that users hear of all of it at once. */
  batch?: EventBatch | undefined;
};

export type CreatedNote = { note: NoteRow; discussion: DiscussionRow; isRepeat: boolean };
export type CreatedNotes = (CreatedNote & { isThreadGone: boolean })[];

type Loaded = {
  noteable: Noteable;
  threads: ReadonlyMap<string, DiscussionRow>;
  /** What began those that are to be resolved. */
  starters: ReadonlyMap<string, Starter>;
};

/**
 * Comments, starts of threads, threads on the diff and replies, in the order given: all of them or none, with as many
 * statements as for a single one. A repeated request with the same idempotency key gives the note that is there. Fails with
 * `position_invalid`, `discussion_locked`, `project_archived`.
 */
export const createNotes = defineOperation<CreateNotesInput, Loaded, CreatedNotes>({
  name: 'note.create',
  load: async (ctx, input) => {
    await noteableDescriptor(input.noteable.type).prepare?.(ctx, input.noteable);
    const noteable = await reload(ctx, input.noteable);
    const wanted = input.notes.flatMap((note) => note.replyTo ?? []);
    const held = await lockDiscussions(ctx.db, keyOf(noteable), wanted);
    const open = held.filter((row) => !row.is_system && (!row.is_internal || canReadInternal(ctx.actor, noteable)));
    const threads = new Map(open.map((row) => [row.id, row]));
    const isMissing = input.notes.some((note) => !note.outlivesPlace && note.replyTo && !threads.has(note.replyTo));
    if (isMissing) fail('not_found', { resource: 'Discussion' });
    const settled = input.notes.flatMap(({ resolve, replyTo }) => (resolve === undefined ? [] : (replyTo ?? [])));
    return { noteable, threads, starters: await listStarters(ctx.db, settled) };
  },
  check: (ctx, loaded, { notes }) => {
    for (const note of notes) {
      const refusal = refusalOf(ctx, loaded, note);
      if (refusal) return refusal;
    }
    return null;
  },
  run: async (ctx, loaded, input) => {
    const repeats = await findRepeats(ctx, loaded.noteable, input.notes);
    const fresh = input.notes.filter((note) => !repeats.has(note));
    const created = await writeNotes(ctx, loaded, fresh, input.batch);
    for (const { form } of input.notes) if (form) await takeSentText(ctx, form);
    return input.notes.map((note) => created.get(note) ?? repeats.get(note) ?? fail('conflict'));
  },
});

function refusalOf(ctx: Context, { noteable, threads, starters }: Loaded, note: NoteToWrite): Refusal | null {
  const thread = note.replyTo === undefined ? undefined : threads.get(note.replyTo);
  if (thread?.is_internal && note.isInternal === false) return refuse('internal_flag_fixed');
  const refusal = canCreateNote(ctx.actor, noteable, thread ? thread.is_internal : (note.isInternal ?? false));
  if (refusal || note.resolve === undefined || !thread) return refusal;
  return canResolve(
    ctx.actor,
    noteable,
    { ...thread, is_resolvable: true },
    starters.get(thread.id)?.author_id ?? null,
  );
}

type Written = CreatedNotes[number];

async function findRepeats(
  ctx: Context,
  noteable: Noteable,
  notes: readonly NoteToWrite[],
): Promise<Map<NoteToWrite, Written>> {
  const repeats = new Map<NoteToWrite, Written>();
  const authorId = actorId(ctx.actor);
  for (const note of notes) {
    if (note.idempotencyKey === undefined || authorId === undefined) continue;
    const row = await findNoteByIdempotencyKey(ctx.db, keyOf(noteable), authorId, note.idempotencyKey);
    const [discussion] = row ? await lockDiscussions(ctx.db, keyOf(noteable), [row.discussion_id]) : [];
    if (row && discussion) repeats.set(note, { note: row, discussion, isRepeat: true, isThreadGone: false });
  }
  return repeats;
}

async function writeNotes(
  ctx: Context,
  { noteable, threads }: Loaded,
  notes: readonly NoteToWrite[],
  batch: EventBatch | undefined,
): Promise<Map<NoteToWrite, Written>> {
  const on = { ...keyOf(noteable), ...columnsOf(noteable.place) };
  const threadOf = (note: NoteToWrite) => (note.replyTo === undefined ? undefined : threads.get(note.replyTo));
  const replied = [...new Set(notes.flatMap((note) => threadOf(note) ?? []))];
  const held = new Map((await replyInto(ctx, noteable, replied)).map((row) => [row.id, row]));
  const begun = notes.filter((note) => !threadOf(note));
  const places = await locationsOf(ctx, noteable, begun);
  const commits = await commitsOf(ctx, noteable, begun);
  const starts = new Map(
    begun.map((note) => [note, newThread(noteable, note, places.get(note), commits.get(note) ?? null)]),
  );
  const started = await insertThreads(ctx.db, on, [...starts.values()]);
  const discussionOf = (note: NoteToWrite): DiscussionRow =>
    held.get(note.replyTo ?? '') ?? started.get(starts.get(note)?.id ?? '') ?? fail('conflict');
  const rows = await insertNotes(
    ctx.db,
    { ...on, authorId: actorId(ctx.actor) ?? null },
    notes.map((note) => wordsOf(ctx, noteable, note, discussionOf(note))),
  );
  // Two requests with one key at the same moment: the other one was first.
  const late = await findRepeats(
    ctx,
    noteable,
    notes.filter((_, place) => !rows[place]),
  );
  const lateStarts = [...late.keys()].flatMap((note) => starts.get(note)?.id ?? []);
  if (lateStarts.length > 0) await deleteEmptyDiscussions(ctx.db, lateStarts);
  // A thread that begins says itself what follows from its only note.
  const refreshed = await refreshDiscussions(ctx.db, [...held.keys()]);
  const written = new Map<NoteToWrite, Written>(late);
  for (const [place, note] of notes.entries()) {
    const row = rows[place];
    const discussion = discussionOf(note);
    const isThreadGone = note.replyTo !== undefined && !held.has(note.replyTo);
    if (row) {
      written.set(note, {
        note: row,
        discussion: refreshed.get(discussion.id) ?? discussion,
        isRepeat: false,
        isThreadGone,
      });
    }
  }
  await publishNoteChanges(
    ctx,
    noteable,
    rows.flatMap((row) => row ?? []),
    'created',
    batch,
  );
  return written;
}

/** Single comments that get a reply become threads, as users expect. */
async function replyInto(
  ctx: Context,
  noteable: Noteable,
  threads: readonly DiscussionRow[],
): Promise<DiscussionRow[]> {
  const single = threads.filter((thread) => thread.is_individual).map((thread) => thread.id);
  if (single.length > 0) {
    await convertToThreads(ctx.db, single);
    await makeThreadNotes(ctx.db, single, noteableDescriptor(noteable.type).isResolvable);
  }
  return threads.map((thread) => ({ ...thread, is_individual: false }));
}

export function newDiscussionId(): string {
  return randomBytes(20).toString('hex');
}

function newThread(
  noteable: Noteable,
  note: NoteToWrite,
  place: NotePosition | undefined,
  commit: string | null,
): NewThread {
  const current = place?.current;
  const isIndividual = !place && note.kind !== 'thread';
  return {
    id: newDiscussionId(),
    is_individual: isIndividual,
    is_resolvable: !isIndividual && noteableDescriptor(noteable.type).isResolvable,
    is_internal: note.isInternal ?? false,
    commit_id: commit,
    position: place ? JSON.stringify(current?.position ?? place.position) : null,
    original_position: place ? JSON.stringify(place.position) : null,
    line_code: (current ?? place)?.lineCode ?? null,
    original_line_code: place?.lineCode ?? null,
    snapshot: place?.snapshot ? JSON.stringify(place.snapshot) : null,
    is_active: current?.isActive ?? true,
    placement: current ? JSON.stringify(current.placement) : null,
  };
}

function wordsOf(ctx: Context, noteable: Noteable, note: NoteToWrite, discussion: DiscussionRow): NewNoteContent {
  return {
    discussion_id: discussion.id,
    type: noteType(discussion, note),
    is_internal: discussion.is_internal,
    body: note.body,
    body_html: note.rendered.html,
    html_version: note.rendered.version,
    resolvable: !discussion.is_individual && noteableDescriptor(noteable.type).isResolvable,
    // A reply does not reopen what is settled; saying so is an act of its own.
    resolved_at: discussion.resolved_at,
    resolved_by_id: discussion.resolved_by_id,
    resolved_by_push: discussion.resolved_by_push,
    idempotency_key: note.idempotencyKey ?? null,
    created_at: backdated(ctx, noteable, note.createdAt),
  };
}

/** Replies take over the type of the note that began their thread: see `insertNotes`. */
function noteType(discussion: DiscussionRow, { isLegacy, replyTo }: NoteToWrite): NoteRow['type'] {
  if (discussion.position) return isLegacy && replyTo === undefined ? 'LegacyDiffNote' : 'DiffNote';
  return discussion.is_individual ? null : 'DiscussionNote';
}

/** Never in the future; when it came to this server stays `updated_at`, by which pages follow. */
function backdated(ctx: Context, noteable: Noteable, createdAt: Date | undefined): Date | null {
  const isMeant = createdAt && canBackdate(ctx.actor, noteable.place) && createdAt <= ctx.clock.now();
  return isMeant ? createdAt : null;
}
