import type { RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { type ListViewer, projectIsVisible } from '../../projects/index.ts';
import type { TimeEntryTable } from '../tables.ts';

type Database = Db | Tx;
type Key = { type: string; id: number };

export type TimeStats = { estimateSeconds: number; spentSeconds: number };

/** By id; things without any time are left out. */
export async function listTimeStats(
  db: Database,
  type: string,
  ids: readonly number[],
): Promise<Map<number, TimeStats>> {
  if (ids.length === 0) return new Map();
  const list = [...ids];
  const { rows } = await sql<{ id: number; estimate: number; spent: number }>`
    select x.id, coalesce(e.seconds, 0)::float8 as estimate, coalesce(s.seconds, 0)::float8 as spent
    from unnest(${list}::bigint[]) as x (id)
    left join time_estimates e on e.noteable_type = ${type} and e.noteable_id = x.id
    left join (select noteable_id, sum(seconds) as seconds from time_entries
      where noteable_type = ${type} and noteable_id = any(${list}::bigint[]) group by 1) s on s.noteable_id = x.id
    where e.seconds is not null or s.seconds is not null`.execute(db);
  return new Map(rows.map((row) => [row.id, { estimateSeconds: row.estimate, spentSeconds: row.spent }]));
}

export async function setEstimate(db: Database, key: Key, projectId: number, seconds: number): Promise<void> {
  await sql`insert into time_estimates (noteable_type, noteable_id, project_id, seconds)
    values (${key.type}, ${key.id}, ${projectId}, ${seconds})
    on conflict (noteable_type, noteable_id) do update set seconds = excluded.seconds`.execute(db);
}

export async function deleteEstimate(db: Database, key: Key): Promise<void> {
  await sql`delete from time_estimates where noteable_type = ${key.type} and noteable_id = ${key.id}`.execute(db);
}

export async function insertTimeEntry(
  db: Database,
  key: Key,
  entry: { projectId: number; userId: number | null; seconds: number; spentAt: Date; summary: string },
): Promise<void> {
  await db
    .insertInto('time_entries')
    .values({
      noteable_type: key.type,
      noteable_id: key.id,
      project_id: entry.projectId,
      user_id: entry.userId,
      seconds: entry.seconds,
      spent_at: entry.spentAt,
      summary: entry.summary,
    })
    .execute();
}

export type TimeEntry = Selectable<TimeEntryTable>;

/** Oldest first. */
export async function listTimeEntries(db: Database, type: string, ids: readonly number[]): Promise<TimeEntry[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('time_entries')
    .selectAll()
    .where('noteable_type', '=', type)
    .where('noteable_id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

const ENTRY_ORDERS = { spent_at: 't.spent_at', seconds: 't.seconds', created_at: 't.id' } as const;
export type TimeEntryOrder = { by: keyof typeof ENTRY_ORDERS; direction: 'asc' | 'desc' };

/** True when the thing of this id may be read, beside rows of projects `p` that the actor may see. */
export type IsReadable = (viewer: ListViewer, id: RawBuilder<number>) => RawBuilder<boolean>;

export type TimeEntryFilter = {
  projectId?: number | undefined;
  groupId?: number | undefined;
  userId?: number | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

/** Those that fit on things of these types that may be read: a page of them, how many there are, and the sum of all. */
export async function listReadableTimeEntries(
  db: Database,
  viewer: ListViewer,
  types: ReadonlyMap<string, IsReadable>,
  { order, limit, offset, ...filter }: TimeEntryFilter & { order: TimeEntryOrder; limit: number; offset: number },
): Promise<{ entries: TimeEntry[]; count: number; totalSeconds: number }> {
  const readable = [...types].map(
    ([type, isReadable]) => sql`(t.noteable_type = ${type} and ${isReadable(viewer, sql<number>`t.noteable_id`)})`,
  );
  const conditions = [projectIsVisible(viewer.actor, viewer.today), sql`(${sql.join(readable, sql` or `)})`];
  if (filter.projectId !== undefined) conditions.push(sql`t.project_id = ${filter.projectId}`);
  if (filter.groupId !== undefined) {
    conditions.push(
      sql`p.namespace_id in (select n.id from namespaces n where ${filter.groupId} = any(n.traversal_ids))`,
    );
  }
  if (filter.userId !== undefined) conditions.push(sql`t.user_id = ${filter.userId}`);
  if (filter.from !== undefined) conditions.push(sql`t.spent_at >= ${filter.from}`);
  if (filter.until !== undefined) conditions.push(sql`t.spent_at < ${filter.until}`);
  const from = sql`from time_entries t join projects p on p.id = t.project_id where ${sql.join(conditions, sql` and `)}`;
  const direction = sql.raw(order.direction);
  const { rows: entries } = await sql<TimeEntry>`select t.* ${from}
    order by ${sql.raw(ENTRY_ORDERS[order.by])} ${direction}, t.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows } = await sql<{ count: number; total: number }>`
    select count(*)::int as count, coalesce(sum(t.seconds), 0)::float8 as total ${from}`.execute(db);
  return { entries, count: rows[0]?.count ?? 0, totalSeconds: rows[0]?.total ?? 0 };
}

export function findTimeEntryRow(db: Database, id: number): Promise<TimeEntry | undefined> {
  return db.selectFrom('time_entries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The entry that was removed; undefined when it is not there, or of another thing. */
export function deleteTimeEntry(db: Database, key: Key, id: number): Promise<TimeEntry | undefined> {
  return db
    .deleteFrom('time_entries')
    .where('id', '=', id)
    .where('noteable_type', '=', key.type)
    .where('noteable_id', '=', key.id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteTimeEntries(db: Database, key: Key): Promise<void> {
  await db.deleteFrom('time_entries').where('noteable_type', '=', key.type).where('noteable_id', '=', key.id).execute();
}

/** What was estimated and spent on one thing, on another as well: by the same users, on the same days. */
export async function copyTime(db: Database, from: Key, to: Key, projectId: number): Promise<void> {
  await sql`insert into time_estimates (noteable_type, noteable_id, project_id, seconds)
    select ${to.type}, ${to.id}, ${projectId}, seconds from time_estimates
    where noteable_type = ${from.type} and noteable_id = ${from.id}`.execute(db);
  await sql`insert into time_entries (noteable_type, noteable_id, project_id, user_id, seconds, spent_at, summary, created_at)
    select ${to.type}, ${to.id}, ${projectId}, user_id, seconds, spent_at, summary, created_at from time_entries
    where noteable_type = ${from.type} and noteable_id = ${from.id} order by id`.execute(db);
}
