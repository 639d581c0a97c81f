import type { RunnerStatus } from '@tributary/contract/ci/runners.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { statusBounds } from '../rules/runner-status.ts';
import type { RunnerKind, RunnerManagerTable, RunnerTable } from '../tables.ts';

export type RunnerRow = Selectable<RunnerTable>;
export type RunnerManagerRow = Selectable<RunnerManagerTable>;

export function insertRunner(db: Db | Tx, values: Insertable<RunnerTable>): Promise<RunnerRow> {
  return db.insertInto('ci_runners').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findRunner(db: Db | Tx, id: number): Promise<RunnerRow | undefined> {
  return db.selectFrom('ci_runners').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findRunnerByToken(db: Db | Tx, digest: Buffer): Promise<RunnerRow | undefined> {
  return db.selectFrom('ci_runners').selectAll().where('token_digest', '=', digest).executeTakeFirst();
}

export function updateRunner(
  db: Db | Tx,
  id: number,
  changes: Updateable<RunnerTable>,
): Promise<RunnerRow | undefined> {
  return db
    .updateTable('ci_runners')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteRunner(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_runners').where('id', '=', id).execute();
}

/** The runner was heard of. */
/** Contacts close after each other are one: thousands of runners poll all the time. */
export const CONTACT_MS = 40_000;

export async function touchRunner(db: Db | Tx, id: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - CONTACT_MS);
  await db
    .updateTable('ci_runners')
    .set({ contacted_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('contacted_at', 'is', null), eb('contacted_at', '<', before)]))
    .execute();
}

/** Projects of a project runner, the owner first. */
export async function listRunnerProjects(db: Db | Tx, runnerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ci_runner_projects')
    .select('project_id')
    .where('runner_id', '=', runnerId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.project_id);
}

/** False when it was assigned before. */
export async function assignProject(db: Db | Tx, runnerId: number, projectId: number): Promise<boolean> {
  const rows = await db
    .insertInto('ci_runner_projects')
    .values({ runner_id: runnerId, project_id: projectId })
    .onConflict((conflict) => conflict.columns(['runner_id', 'project_id']).doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

export async function unassignProject(db: Db | Tx, runnerId: number, projectId: number): Promise<void> {
  await db
    .deleteFrom('ci_runner_projects')
    .where('runner_id', '=', runnerId)
    .where('project_id', '=', projectId)
    .execute();
}

export type RunnerFilter = {
  kind?: RunnerKind | undefined;
  status?: RunnerStatus | undefined;
  isPaused?: boolean | undefined;
  tags?: readonly string[] | undefined;
  versionPrefix?: string | undefined;
  /** Only what these may use; left out: all runners. */
  usableBy?: { projectIds: readonly number[]; groupIds: readonly number[]; includesInstance: boolean } | undefined;
  isLocked?: boolean | undefined;
  /** Without those that were assigned to this project. */
  notOfProject?: number | undefined;
  now: Date;
};

function matching(db: Db | Tx, filter: RunnerFilter) {
  let query = db.selectFrom('ci_runners as runner');
  const { kind, isPaused, isLocked, notOfProject, tags = [], versionPrefix, usableBy, now } = filter;
  const { onlineSince, staleBefore } = statusBounds(now);
  if (kind !== undefined) query = query.where('runner.kind', '=', kind);
  if (isPaused !== undefined) query = query.where('runner.is_paused', '=', isPaused);
  if (isLocked !== undefined) query = query.where('runner.is_locked', '=', isLocked);
  if (notOfProject !== undefined) {
    query = query.where(sql<boolean>`not exists (select from ci_runner_projects assigned
      where assigned.runner_id = runner.id and assigned.project_id = ${notOfProject})`);
  }
  if (tags.length > 0) query = query.where(sql<boolean>`runner.tags @> ${[...tags]}::text[]`);
  if (versionPrefix !== undefined) {
    query = query.where(sql<boolean>`exists (select from ci_runner_managers manager where manager.runner_id = runner.id
      and starts_with(manager.version, ${versionPrefix}))`);
  }
  if (filter.status === 'online') query = query.where('runner.contacted_at', '>', onlineSince);
  if (filter.status === 'offline') query = query.where('runner.contacted_at', '<=', onlineSince);
  if (filter.status === 'never_contacted') query = query.where('runner.contacted_at', 'is', null);
  if (filter.status === 'stale') {
    query = query.where(sql<boolean>`coalesce(runner.contacted_at, runner.created_at) < ${staleBefore}`);
  }
  if (usableBy) {
    query = query.where(sql<boolean>`((${usableBy.includesInstance} and runner.kind = 'instance')
      or runner.namespace_id = any(${[...usableBy.groupIds]}::bigint[])
      or exists (select from ci_runner_projects assigned where assigned.runner_id = runner.id
        and assigned.project_id = any(${[...usableBy.projectIds]}::bigint[])))`);
  }
  return query;
}

export function listRunnerRows(
  db: Db | Tx,
  filter: RunnerFilter,
  page: { limit: number; offset: number },
): Promise<RunnerRow[]> {
  return matching(db, filter)
    .selectAll('runner')
    .orderBy('runner.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countRunnerRows(db: Db | Tx, filter: RunnerFilter): Promise<number> {
  const row = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Runners that work on a job. */
export async function busyRunners(db: Db | Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('ci_jobs')
    .select('runner_id')
    .distinct()
    .where('runner_id', 'in', [...ids])
    .where('status', 'in', ['running', 'canceling'])
    .execute();
  return new Set(rows.flatMap((row) => row.runner_id ?? []));
}

/** Projects the user maintains and groups they own, whose runners are theirs to see. */
export async function runnerScopeOf(
  db: Db | Tx,
  userId: number,
  today: string,
): Promise<{ projectIds: number[]; groupIds: number[] }> {
  const granted = sql`select m.project_id, m.namespace_id, m.access_level from member_grants m
    where m.user_id = ${userId} and m.access_level >= 40 and (m.expires_at is null or m.expires_at > ${today}::date)`;
  const [projects, groups] = await Promise.all([
    sql<{ id: number }>`select p.id from projects p join namespaces n on n.id = p.namespace_id
      where n.owner_id = ${userId} or exists (select from (${granted}) g
        where g.project_id = p.id or g.namespace_id = any(n.traversal_ids)) limit 10000`.execute(db),
    sql<{ id: number }>`select n.id from namespaces n where n.kind = 'group' and exists (select from (${granted}) g
        where g.access_level >= 50 and g.namespace_id = any(n.traversal_ids)) limit 10000`.execute(db),
  ]);
  return { projectIds: projects.rows.map(({ id }) => id), groupIds: groups.rows.map(({ id }) => id) };
}

/** The namespaces above a project or group from the top, itself included. */
export async function traversalOf(db: Db | Tx, namespaceId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select traversal_ids::bigint[] as ids from namespaces where id = ${namespaceId}`.execute(db);
  return rows[0]?.ids.map(Number) ?? [];
}

export async function listRunnersByIds(db: Db | Tx, ids: readonly number[]): Promise<RunnerRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('ci_runners')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** The project that owns each of these runners: the first one that it was assigned to. */
export async function ownersOfRunners(db: Db | Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ci_runner_projects')
    .select(['runner_id', 'project_id'])
    .distinctOn('runner_id')
    .where('runner_id', 'in', [...ids])
    .orderBy('runner_id')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.runner_id, row.project_id]));
}
