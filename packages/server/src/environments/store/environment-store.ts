import { MAX_COUNTED_ROWS } from '@tributary/contract/core/paging.ts';
import type { EnvironmentState, Tier } from '@tributary/contract/environments/status.ts';
import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { EnvironmentTable } from '../tables.ts';

export type EnvironmentRow = Selectable<EnvironmentTable>;

export function findEnvironment(db: Db | Tx, id: number): Promise<EnvironmentRow | undefined> {
  return db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockEnvironment(db: Db | Tx, id: number): Promise<EnvironmentRow | undefined> {
  return db.selectFrom('environments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findEnvironmentByName(
  db: Db | Tx,
  projectId: number,
  name: string,
): Promise<EnvironmentRow | undefined> {
  return db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();
}

export function lockEnvironmentByName(db: Db | Tx, projectId: number, name: string) {
  return db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined when the project has one of this name. */
export function insertEnvironment(
  db: Db | Tx,
  values: Insertable<EnvironmentTable>,
): Promise<EnvironmentRow | undefined> {
  return db
    .insertInto('environments')
    .values(values)
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateEnvironmentRow(
  db: Db | Tx,
  id: number,
  changes: Updateable<EnvironmentTable>,
): Promise<EnvironmentRow> {
  return db
    .updateTable('environments')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteEnvironmentRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('environments').where('id', '=', id).execute();
}

export type EnvironmentFilter = {
  projectId: number;
  ids?: readonly number[] | undefined;
  name?: string | undefined;
  search?: string | undefined;
  states?: readonly EnvironmentState[] | undefined;
  /** Only those whose name begins with this part and a slash. */
  folder?: string | undefined;
};

function where(filter: EnvironmentFilter): RawBuilder<unknown> {
  const all = [sql`e.project_id = ${filter.projectId}`];
  if (filter.ids) all.push(sql`e.id = any(${[...filter.ids]}::bigint[])`);
  if (filter.name !== undefined) all.push(sql`e.name = ${filter.name}`);
  if (filter.search) all.push(sql`strpos(lower(e.name), ${filter.search.toLowerCase()}) > 0`);
  if (filter.states) all.push(sql`e.state = any(${[...filter.states]}::text[])`);
  if (filter.folder !== undefined) all.push(sql`starts_with(e.name, ${`${filter.folder}/`})`);
  return sql.join(all, sql` and `);
}

export async function listEnvironmentRows(
  db: Db | Tx,
  filter: EnvironmentFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EnvironmentRow[]> {
  const { rows } = await sql<EnvironmentRow>`
    select e.* from environments e where ${where(filter)} order by e.name, e.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Undefined when there are too many to count. */
export async function countEnvironments(db: Db | Tx, filter: EnvironmentFilter): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (select from environments e where ${where(filter)} limit ${MAX_COUNTED_ROWS + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > MAX_COUNTED_ROWS ? undefined : total;
}

export type EntryRow = { folder: string | null; size: number; newest_id: number };

/** Folders by the first part of the name, and environments outside of folders, those with the newest first. */
export async function listEntries(
  db: Db | Tx,
  filter: EnvironmentFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const { rows } = await sql<EntryRow & { total: number }>`
    select folder, size, newest_id, count(*) over ()::int as total from (
      select case when strpos(e.name, '/') > 1 then split_part(e.name, '/', 1) end as folder,
        count(*)::int as size, max(e.id) as newest_id
      from environments e where ${where(filter)}
      group by 1, case when strpos(e.name, '/') > 1 then 0 else e.id end
    ) entries
    order by newest_id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Those whose time to be stopped has come. */
export function listStopDue(db: Db | Tx, now: Date, limit: number): Promise<EnvironmentRow[]> {
  return db
    .selectFrom('environments')
    .selectAll()
    .where('state', '=', 'available')
    .where('auto_stop_at', '<=', now)
    .orderBy('auto_stop_at')
    .limit(limit)
    .execute();
}

/** Stopped ones whose time to be removed has come. */
export function listDeleteDue(db: Db | Tx, now: Date, limit: number): Promise<EnvironmentRow[]> {
  return db
    .selectFrom('environments')
    .selectAll()
    .where('state', '=', 'stopped')
    .where('auto_delete_at', '<=', now)
    .limit(limit)
    .execute();
}

/** Available environments that nothing was deployed to since. */
export async function listStale(db: Db | Tx, projectId: number, before: Date): Promise<EnvironmentRow[]> {
  const { rows } = await sql<EnvironmentRow>`
    select e.* from environments e where e.project_id = ${projectId} and e.state = 'available'
      and e.created_at < ${before} and not exists (
        select from deployments d where d.environment_id = e.id and d.updated_at >= ${before})
    order by e.id`.execute(db);
  return rows;
}

/** Stopped environments in the folder `review`, the oldest first. */
export async function listReviewApps(
  db: Db | Tx,
  projectId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<EnvironmentRow[]> {
  const { rows } = await sql<EnvironmentRow>`
    select e.* from environments e where e.project_id = ${projectId} and e.state = 'stopped'
      and starts_with(e.name, 'review/') and e.created_at < ${before} and e.auto_delete_at is null
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

export async function anyEnvironments(db: Db | Tx, projectIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from environments where project_id = any(${[...projectIds]}::bigint[])) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Tiers of the environments with these names, by name. */
export async function environmentTiers(
  db: Db | Tx,
  projectId: number,
  names: readonly string[],
): Promise<Map<string, Tier>> {
  const rows = await db
    .selectFrom('environments')
    .select(['name', 'tier'])
    .where('project_id', '=', projectId)
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute();
  return new Map(rows.map(({ name, tier }) => [name, tier]));
}
