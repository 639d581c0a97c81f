import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ReleaseTable } from './tables.ts';

export type ReleaseRow = Selectable<ReleaseTable>;

/** Undefined when the tag has one already. */
export function insertRelease(db: Db | Tx, values: Insertable<ReleaseTable>): Promise<ReleaseRow | undefined> {
  return db
    .insertInto('ci_releases')
    .values(values)
    .onConflict((conflict) => conflict.columns(['project_id', 'tag']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findRelease(db: Db | Tx, projectId: number, tag: string): Promise<ReleaseRow | undefined> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('tag', '=', tag)
    .executeTakeFirst();
}

export function updateRelease(db: Db | Tx, id: number, values: Updateable<ReleaseTable>): Promise<ReleaseRow> {
  return db
    .updateTable('ci_releases')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteRelease(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_releases').where('id', '=', id).execute();
}

export type ReleaseOrder = { by: 'released_at' | 'created_at'; direction: 'asc' | 'desc' };

export function listReleaseRows(
  db: Db | Tx,
  projectId: number,
  { by, direction }: ReleaseOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReleaseRow[]> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy(by, direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countReleases(db: Db | Tx, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ci_releases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

const MAX_TAGS = 10_000;

/** Tags of all releases that are not planned for a time to come. */
export async function listReleaseTags(db: Db | Tx, projectId: number, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('ci_releases')
    .select('tag')
    .where('project_id', '=', projectId)
    .where('released_at', '<=', now)
    .orderBy('released_at', 'desc')
    .limit(MAX_TAGS)
    .execute();
  return rows.map(({ tag }) => tag);
}
