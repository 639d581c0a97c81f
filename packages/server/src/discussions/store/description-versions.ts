import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { DescriptionVersionTable } from '../tables.ts';

type Database = Db | Tx;
export type DescriptionVersionRow = Selectable<DescriptionVersionTable>;
type Key = { noteableType: string; noteableId: number };

/** Keeps the text; the first time also what stood there before. Answers the number of the newer one. */
export async function insertDescriptionVersion(
  db: Database,
  key: Key & { projectId: number },
  texts: { before: string; after: string },
): Promise<number> {
  const base = { noteable_type: key.noteableType, noteable_id: key.noteableId, project_id: key.projectId };
  const known = await versionsOf(db, key).limit(1).executeTakeFirst();
  if (!known)
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

/** Forgets the texts from one to the other; answers the notes that told of them. */
export async function wipeDescriptionVersions(
  db: Database,
  key: Key,
  range: { from: number; to: number },
): Promise<number[]> {
  await sql`update description_versions set body = null where noteable_type = ${key.noteableType}
    and noteable_id = ${key.noteableId} and id between ${range.from} and ${range.to}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    update notes set updated_at = clock_timestamp() where noteable_type = ${key.noteableType}
      and noteable_id = ${key.noteableId} and description_version_id between ${range.from} and ${range.to}
    returning id`.execute(db);
  return rows.map((row) => row.id);
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
