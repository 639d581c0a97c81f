import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
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

/** The newest one that is not planned for a time to come. */
export function findLatestRelease(
  db: Db | Tx,
  projectId: number,
  by: ReleaseOrder['by'],
  now: Date,
): Promise<ReleaseRow | undefined> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('released_at', '<=', now)
    .orderBy(by, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findReleasesOfTags(db: Db | Tx, projectId: number, tags: readonly string[]): Promise<ReleaseRow[]> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('tag', 'in', tags.length > 0 ? tags : [''])
    .execute();
}

export function findReleaseById(db: Db | Tx, id: number): Promise<ReleaseRow | undefined> {
  return db.selectFrom('ci_releases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Not deleted until the transaction ends. */
export function holdRelease(db: Db | Tx, id: number): Promise<ReleaseRow | undefined> {
  return db.selectFrom('ci_releases').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** The same for a change, which then sees what the change before it wrote. */
export function lockRelease(db: Db | Tx, projectId: number, tag: string): Promise<ReleaseRow | undefined> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('tag', '=', tag)
    .forUpdate()
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

/** `search` is part of the tag or name. */
type Which = { projectId: number; search?: string };

const matches = ({ projectId, search = '' }: Which) =>
  sql<boolean>`project_id = ${projectId}
    and (strpos(lower(tag), lower(${search})) > 0 or strpos(lower(name), lower(${search})) > 0)`;

export function listReleaseRows(
  db: Db | Tx,
  which: Which,
  { by, direction }: ReleaseOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReleaseRow[]> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where(matches(which))
    .orderBy(by, direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countReleases(db: Db | Tx, which: Which): Promise<number> {
  const { count } = await db
    .selectFrom('ci_releases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matches(which))
    .executeTakeFirstOrThrow();
  return count;
}

const MAX_TAGS = 10_000;

/** Those of the projects `p` in and below a group for which all of these hold, by the day of release. */
export async function listGroupReleaseRows(
  db: Db | Tx,
  which: { groupId: number; conditions: readonly RawBuilder<boolean>[] },
  { direction, offset, limit }: { direction: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const of = db.selectFrom('ci_releases').where(
    sql<boolean>`project_id in (select p.id from projects p join namespaces n on n.id = p.namespace_id
        where ${which.groupId} = any(n.traversal_ids) and ${sql.join([...which.conditions], sql` and `)})`,
  );
  const rows = await of
    .selectAll()
    .orderBy('released_at', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
  const { count } = await of.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}

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

/** The milestones of releases, by the id of the release. */
export async function releaseMilestones(db: Db | Tx, releaseIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('ci_release_milestones')
    .selectAll()
    .where('release_id', 'in', releaseIds.length > 0 ? releaseIds : [0])
    .orderBy('milestone_id')
    .execute();
  const found = new Map<number, number[]>();
  for (const row of rows) found.set(row.release_id, [...(found.get(row.release_id) ?? []), row.milestone_id]);
  return found;
}

export async function setReleaseMilestones(db: Db | Tx, releaseId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('ci_release_milestones').where('release_id', '=', releaseId).execute();
  if (ids.length === 0) return;
  await db
    .insertInto('ci_release_milestones')
    .values([...new Set(ids)].map((id) => ({ release_id: releaseId, milestone_id: id })))
    .execute();
}

/** Puts one milestone in the place of others. */
export async function replaceReleaseMilestones(db: Db | Tx, ids: readonly number[], by: number): Promise<void> {
  await db
    .insertInto('ci_release_milestones')
    .columns(['release_id', 'milestone_id'])
    .expression((eb) =>
      eb
        .selectFrom('ci_release_milestones')
        .select(['release_id', sql<number>`${by}::bigint`.as('milestone_id')])
        .where('milestone_id', 'in', ids)
        .distinct(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('ci_release_milestones')
    .where('milestone_id', 'in', ids)
    .where('milestone_id', '!=', by)
    .execute();
}

export function listReleasesOfMilestone(db: Db | Tx, milestoneId: number, limit: number): Promise<ReleaseRow[]> {
  return db
    .selectFrom('ci_releases')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb.selectFrom('ci_release_milestones').select('release_id').where('milestone_id', '=', milestoneId),
    )
    .orderBy('released_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
