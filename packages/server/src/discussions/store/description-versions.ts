import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ContainerColumns } from '../../projects/index.ts';
import type { DescriptionVersionTable } from '../tables.ts';

type Database = Db | Tx;
export type DescriptionVersionRow = Selectable<DescriptionVersionTable>;
type Key = { noteableType: string; noteableId: number };

/**
 * Keeps the text, and what stood there before where no version says so: the text that a thing began with, or one with other
 * boxes ticked. Answers the number of the newer one.
 */
export async function insertDescriptionVersion(
  db: Database,
  { noteableType, noteableId, ...columns }: Key & ContainerColumns,
  texts: { before: string; after: string },
): Promise<number> {
  const key = { noteableType, noteableId };
  const base = { noteable_type: noteableType, noteable_id: noteableId, ...columns };
  const newest = await versionsOf(db, key).orderBy('id', 'desc').limit(1).executeTakeFirst();
  // A deleted text stays deleted, although the description still says it.
  if (!newest || (newest.body !== null && newest.body !== texts.before))
    await db
      .insertInto('description_versions')
      .values({ ...base, body: texts.before })
      .execute();
  const row = await db
    .insertInto('description_versions')
    .values({ ...base, body: texts.after })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function versionsOf(db: Database, key: Key) {
  return db
    .selectFrom('description_versions')
    .selectAll()
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId);
}

export function findDescriptionVersion(db: Database, key: Key, id: number): Promise<DescriptionVersionRow | undefined> {
  return versionsOf(db, key).where('id', '=', id).executeTakeFirst();
}

/** The newest older one that was not deleted. */
export function findVersionBefore(db: Database, key: Key, id: number): Promise<DescriptionVersionRow | undefined> {
  return versionsOf(db, key)
    .where('id', '<', id)
    .where('body', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The oldest whose text is there. */
export async function findOldestVersionId(db: Database, key: Key): Promise<number | undefined> {
  const row = await versionsOf(db, key).where('body', 'is not', null).orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

/**
 * Forgets the texts from one to the other, with those that have no note of their own: what stood there before the first
 * change goes with it, ticked boxes with the text they are in. Answers the notes whose comparison is another one now.
 */
export async function wipeDescriptionVersions(
  db: Database,
  key: Key,
  range: { from: number; to: number },
): Promise<number[]> {
  const told = await db
    .selectFrom('notes')
    .select(['id', 'description_version_id as versionId'])
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('description_version_id', 'is not', null)
    .orderBy('description_version_id')
    .execute();
  const idsOf = told.map((note) => Number(note.versionId));
  const isFirst = !idsOf.some((id) => id < range.from);
  const next = idsOf.find((id) => id > range.to);
  let gone = db
    .updateTable('description_versions')
    .set({ body: null })
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId);
  if (!isFirst) gone = gone.where('id', '>=', range.from);
  if (next !== undefined) gone = gone.where('id', '<', next);
  await gone.execute();
  const changed = told.filter(({ versionId: id }) => Number(id) >= range.from && Number(id) <= (next ?? range.to));
  if (changed.length > 0)
    await sql`update notes set updated_at = clock_timestamp() where id = any(${changed.map((note) => note.id)})`.execute(
      db,
    );
  return changed.map((note) => note.id);
}

/** Of these versions, those whose text is gone. */
export async function listDeletedVersions(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('description_versions')
    .select('id')
    .where('id', 'in', [...ids])
    .where('body', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}
