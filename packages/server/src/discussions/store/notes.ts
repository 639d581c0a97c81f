import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { NoteTable } from '../tables.ts';
import { type About, discussionsAbout, notesAbout } from './abouts.ts';

type Database = Db | Tx;
export type NoteRow = Selectable<NoteTable>;
export type NewNote = Insertable<NoteTable>;
type Key = { noteableType: string; noteableId: number };

export async function insertNote(db: Database, values: NewNote): Promise<NoteRow> {
  return db.insertInto('notes').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findNoteByIdempotencyKey(
  db: Database,
  key: Key,
  authorId: number,
  idempotencyKey: string,
): Promise<NoteRow | undefined> {
  return ofNoteable(db, key)
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** The note of this thing; undefined when the id belongs to another one. */
export function findNote(db: Database, key: Key, id: number): Promise<NoteRow | undefined> {
  return ofNoteable(db, key).where('id', '=', id).executeTakeFirst();
}

export function lockNote(db: Database, key: Key, id: number): Promise<NoteRow | undefined> {
  return ofNoteable(db, key).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The same for several. */
export function lockNotes(db: Database, key: Key, ids: readonly number[]): Promise<NoteRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return ofNoteable(db, key)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** It is not deleted before the transaction ends; others may change it. */
export function lockNoteAgainstDeletion(db: Database, key: Key, id: number): Promise<NoteRow | undefined> {
  return ofNoteable(db, key).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** By id and project, for addresses that name no thing. */
export function findNoteInProject(db: Database, projectId: number, id: number): Promise<NoteRow | undefined> {
  return db.selectFrom('notes').selectAll().where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** The next of those that this user made, above an id. */
export async function listNoteIdsOfAuthor(db: Database, authorId: number, afterId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notes')
    .select('id')
    .where('author_id', '=', authorId)
    .where('is_system', '=', false)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

export function findNoteById(db: Database, id: number): Promise<NoteRow | undefined> {
  return db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();
}

function ofNoteable(db: Database, key: Key) {
  return db
    .selectFrom('notes')
    .selectAll()
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId);
}

export function listNotesOf(db: Database, discussionIds: readonly string[]): Promise<NoteRow[]> {
  if (discussionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('notes')
    .selectAll()
    .where('discussion_id', 'in', [...discussionIds])
    .orderBy('id')
    .execute();
}

/** Wherever they are; whether the reader may read them is not asked. */
export function listNotesAnywhere(db: Database, ids: readonly number[]): Promise<NoteRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('notes')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export function listNotesByIds(db: Database, key: Key, ids: readonly number[]): Promise<NoteRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return ofNoteable(db, key)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

export type NoteState = Pick<NoteRow, 'type' | 'resolvable' | 'resolved_at' | 'resolved_by_id' | 'resolved_by_push'>;

/** Puts a note back to what it was in its thread. One that is so is left alone, so that polls do not bring it again. */
export async function putNoteState(db: Database, id: number, state: NoteState): Promise<void> {
  await db
    .updateTable('notes')
    .set({ ...state, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(
      sql<boolean>`(type, resolvable, resolved_by_id, resolved_at is null) is distinct from
        (${state.type}::text, ${state.resolvable}::boolean, ${state.resolved_by_id}::bigint, ${state.resolved_at === null}::boolean)`,
    )
    .execute();
}

export type NoteFilter = { activity: 0 | 1 | 2; showsInternal: boolean; hidden: readonly About[] };
export type NoteOrder = { by: 'created_at' | 'updated_at'; direction: 'asc' | 'desc' };

export function listNotes(
  db: Database,
  key: Key,
  filter: NoteFilter & { limit: number; offset: number; order: NoteOrder },
): Promise<NoteRow[]> {
  return visible(db, key, filter)
    .selectAll()
    .orderBy(filter.order.by, filter.order.direction)
    .orderBy('id', filter.order.direction)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** Of the whole instance. */
export async function countAllNotes(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notes`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countNotes(db: Database, key: Key, filter: NoteFilter): Promise<number> {
  const row = await visible(db, key, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function visible(db: Database, key: Key, filter: NoteFilter) {
  let query = db
    .selectFrom('notes')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId);
  if (filter.activity === 1) query = query.where('is_system', '=', false);
  if (filter.activity === 2) query = query.where('is_system', '=', true);
  if (!filter.showsInternal) query = query.where('is_internal', '=', false);
  if (filter.hidden.length > 0) {
    query = query
      .where('discussion_id', 'not in', discussionsAbout(key, filter.hidden))
      .where('id', 'not in', notesAbout(key, filter.hidden));
  }
  return query;
}

/** Database time in microseconds: what cursors of polls are made of, so that no other clock takes part. */
export async function nowMicros(db: Database): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros`.execute(db);
  return rows[0]?.micros ?? 0;
}

export type ChangedNotes = { rows: NoteRow[]; hasMore: boolean; lastMicros: number };

/**
 * Notes changed after the cursor, oldest change first. When there are more than `limit`, all with the last one's time
 * are included, so that following the cursor neither skips nor repeats for ever.
 */
export async function listChangedNotes(
  db: Database,
  key: Key,
  sinceMicros: number,
  options: { limit: number; showsInternal: boolean; hidden: readonly About[] },
): Promise<ChangedNotes> {
  const micros = sql<number>`(extract(epoch from updated_at) * 1000000)::bigint`;
  const since = sql<Date>`to_timestamp(0) + ${sinceMicros}::bigint * interval '1 microsecond'`;
  const base = visible(db, key, { activity: 0, ...options }).where('updated_at', '>', since);
  const boundary = await base
    .select(micros.as('micros'))
    .orderBy('updated_at')
    .offset(options.limit - 1)
    .limit(1)
    .executeTakeFirst();
  let query = base.selectAll().select(micros.as('micros')).orderBy('updated_at').orderBy('id');
  if (boundary) query = query.where(micros, '<=', boundary.micros);
  const rows = await query.execute();
  const lastMicros = rows.at(-1)?.micros ?? sinceMicros;
  const later = boundary
    ? await base.select('id').where(micros, '>', boundary.micros).limit(1).executeTakeFirst()
    : undefined;
  return { rows: rows.map(({ micros: _micros, ...row }) => row), hasMore: later !== undefined, lastMicros };
}

/** Microseconds since 1970; 0 without notes. */
export async function lastChangeMicros(db: Database, key: Key): Promise<number> {
  const row = await db
    .selectFrom('notes')
    .select(sql<number>`(extract(epoch from updated_at) * 1000000)::bigint`.as('micros'))
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.micros ?? 0;
}

export type NoteText = { body: string; body_html: string; html_version: number };

/** Undefined when the note was changed since `lockVersion` was read. */
export function updateNoteText(
  db: Database,
  id: number,
  lockVersion: number,
  text: NoteText,
  editorId: number | null,
): Promise<NoteRow | undefined> {
  return db
    .updateTable('notes')
    .set({
      ...text,
      lock_version: lockVersion + 1,
      edited_at: sql<Date>`clock_timestamp()`,
      edited_by_id: editorId,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('lock_version', '=', lockVersion)
    .returningAll()
    .executeTakeFirst();
}

/** Makes polls bring the note once more; no edit. */
export function touchNote(db: Database, id: number): Promise<NoteRow | undefined> {
  return db
    .updateTable('notes')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a newer rendering of an unchanged text; no edit, so no times move. */
export async function replaceNoteHtml(db: Database, row: NoteRow, html: string, version: number): Promise<void> {
  await db
    .updateTable('notes')
    .set({ body_html: html, html_version: version })
    .where('id', '=', row.id)
    .where('lock_version', '=', row.lock_version)
    .execute();
}

export async function deleteNoteRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('notes').where('id', '=', id).execute();
}

/** Resolves (or unresolves) every resolvable note of these threads that is not so yet; gives the threads that changed. */
export async function setResolved(
  db: Database,
  discussionIds: readonly string[],
  change: { isResolved: boolean; byId: number | null; byPush: boolean; noteId?: number | undefined },
): Promise<string[]> {
  if (discussionIds.length === 0) return [];
  let query = db
    .updateTable('notes')
    .set({
      resolved_at: change.isResolved ? sql<Date>`clock_timestamp()` : null,
      resolved_by_id: change.isResolved ? change.byId : null,
      resolved_by_push: change.isResolved && change.byPush,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('discussion_id', 'in', [...discussionIds])
    .where('resolvable', '=', true)
    .where('resolved_at', change.isResolved ? 'is' : 'is not', null);
  if (change.noteId !== undefined) query = query.where('id', '=', change.noteId);
  const rows = await query.returning('discussion_id').execute();
  return [...new Set(rows.map((row) => row.discussion_id))];
}

/** The first note of single comments becomes the start of a thread when someone replies. */
export async function makeThreadNotes(
  db: Database,
  discussionIds: readonly string[],
  resolvable: boolean,
): Promise<void> {
  await db
    .updateTable('notes')
    .set({ type: 'DiscussionNote', resolvable, updated_at: sql<Date>`clock_timestamp()` })
    .where('discussion_id', 'in', [...discussionIds])
    .where('type', 'is', null)
    .execute();
}

/** Everyone who said something there, first speaker first. */
export async function listNoteAuthorIds(db: Database, key: Key, showsInternal: boolean): Promise<number[]> {
  const notes = db
    .selectFrom('notes')
    .select('author_id')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('is_system', '=', false)
    .where('author_id', 'is not', null);
  const rows = await (showsInternal ? notes : notes.where('is_internal', '=', false))
    .groupBy('author_id')
    .orderBy((eb) => eb.fn.min('id'))
    .execute();
  return rows.flatMap((row) => row.author_id ?? []);
}

/** Those of these things that the user said something about: among `internalIds` internal notes count too. */
export async function listCommentedNoteableIds(
  db: Database,
  type: string,
  { ids, internalIds, userId }: { ids: readonly number[]; internalIds: readonly number[]; userId: number },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('notes')
    .select('noteable_id')
    .distinct()
    .where('noteable_type', '=', type)
    .where('noteable_id', 'in', [...ids])
    .where('author_id', '=', userId)
    .where('is_system', '=', false)
    .where((eb) => eb.or([eb('is_internal', '=', false), eb('noteable_id', '=', eb.fn.any(eb.val([...internalIds])))]))
    .execute();
  return new Set(rows.map((row) => row.noteable_id));
}

/** Removes all talk about a thing that goes away. */
export async function deleteNotesOfNoteable(db: Database, key: Key): Promise<void> {
  await db
    .deleteFrom('award_emoji')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .execute();
  await db
    .deleteFrom('discussions')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .execute();
  await db
    .deleteFrom('description_versions')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .execute();
}
