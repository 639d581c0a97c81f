import type { Insertable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectRow } from '../access/store.ts';
import { forgetRedirect } from '../namespaces/namespace-store.ts';
import type { ProjectTable } from '../tables.ts';

export type { ProjectRow };

export async function insertProject(db: Db | Tx, row: Insertable<ProjectTable>): Promise<ProjectRow> {
  const isGroupReadOnly = sql<boolean>`(select is_read_only from namespaces where id = ${row.namespace_id})`;
  const values = { ...row, is_group_read_only: isGroupReadOnly };
  const project = await db.insertInto('projects').values(values).returningAll().executeTakeFirstOrThrow();
  await forgetRedirect(db, project.full_path);
  return project;
}

export async function projectById(db: Db | Tx, id: number): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends. */
export async function lockProject(db: Db | Tx, id: number): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateProjectRow(db: Db | Tx, id: number, changes: Updateable<ProjectTable>): Promise<void> {
  await db
    .updateTable('projects')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Not a change of the project itself, so its time of change stays. */
export async function setEmptiness(db: Db | Tx, id: number, isEmpty: boolean): Promise<void> {
  await db.updateTable('projects').set({ is_empty: isEmpty }).where('id', '=', id).execute();
}

export async function deleteProjectRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute();
}

/** Projects whose repository was not finished, or which wait to be removed, since before `before`. */
export async function stuckProjects(db: Db | Tx, before: Date): Promise<{ creating: number[]; removing: number[] }> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'deleting_since'])
    .where((where) =>
      where.or([
        where.and([where('repository_state', '=', 'creating'), where('created_at', '<', before)]),
        where('deleting_since', '<', before),
      ]),
    )
    .limit(500)
    .execute();
  const removing = rows.filter((row) => row.deleting_since !== null).map((row) => row.id);
  return { removing, creating: rows.filter((row) => row.deleting_since === null).map((row) => row.id) };
}

/** Adds or takes the star; false when nothing changed. The count is kept on the project. */
export async function setStar(db: Db | Tx, projectId: number, userId: number, starred: boolean): Promise<boolean> {
  const changed = starred
    ? await db
        .insertInto('project_stars')
        .values({ project_id: projectId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
        .then((result) => (result.numInsertedOrUpdatedRows ?? 0n) > 0n)
    : await db
        .deleteFrom('project_stars')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
        .then((result) => result.numDeletedRows > 0n);
  if (!changed) return false;
  await db
    .updateTable('projects')
    .set({ star_count: sql<number>`(select count(*) from project_stars s where s.project_id = projects.id)` })
    .where('id', '=', projectId)
    .execute();
  return true;
}

/** Who starred a project, the last first; those with a private profile only to themselves or where `withPrivate`. */
export async function listStarrers(
  db: Db | Tx,
  query: { projectId: number; viewerId: number | undefined; withPrivate: boolean; search: string | undefined },
  page: { offset: number; limit: number },
): Promise<{ rows: { user_id: number; created_at: Date }[]; total: number }> {
  const pattern = `%${(query.search ?? '').replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
  const those = sql`from project_stars s join users u on u.id = s.user_id where s.project_id = ${query.projectId}
    and (not u.private_profile or ${query.withPrivate} or u.id = ${query.viewerId ?? 0})
    and (u.name ilike ${pattern} or u.username ilike ${pattern})`;
  const { rows } = await sql<{ user_id: number; created_at: Date }>`select s.user_id, s.created_at ${those}
    order by s.created_at desc, s.user_id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::int as total ${those}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Which of these the user has starred. */
export async function starredAmong(db: Db | Tx, userId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('project_stars')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('project_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.project_id));
}

export async function setLanguages(
  db: Db | Tx,
  id: number,
  sha: string,
  languages: Record<string, number>,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ languages: JSON.stringify(languages), languages_sha: sha })
    .where('id', '=', id)
    .execute();
}

/** The highest role given in the project itself and by groups, above it or invited, apart; 0 without. */
export async function rolesApart(
  db: Db | Tx,
  userId: number,
  projectId: number,
  today: string,
): Promise<{ project: number; group: number }> {
  const { rows } = await sql<{ project: number; group: number }>`
    select greatest(coalesce(max(m.access_level) filter (where m.project_id is not null and m.invited_group_id is null), 0),
        case when bool_or(n.owner_id = ${userId}) then 50 else 0 end) as project,
      coalesce(max(m.access_level) filter (where m.namespace_id is not null or m.invited_group_id is not null), 0) as group
    from projects p join namespaces n on n.id = p.namespace_id
    left join member_grants m on m.user_id = ${userId} and (m.project_id = p.id or m.namespace_id = any(n.traversal_ids))
      and (m.expires_at is null or m.expires_at > ${today}::date)
    where p.id = ${projectId}`.execute(db);
  return rows[0] ?? { project: 0, group: 0 };
}

/** Takes a user's stars away, so that what is counted stays what is there. */
export async function dropStarsOf(db: Db | Tx, userId: number): Promise<void> {
  await sql`with gone as (delete from project_stars where user_id = ${userId} returning project_id)
    update projects set star_count = greatest(star_count - 1, 0) where id in (select project_id from gone)`.execute(db);
}

/** Projects of a namespace itself that do not wait to be removed. */
export async function countProjectsIn(db: Db | Tx, namespaceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from projects
    where namespace_id = ${namespaceId} and deleting_since is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** All there are on the instance, for administrators. */
type PlaceCounts = { projects: number; groups: number; forks: number };

export async function countProjectsAndGroups(db: Db | Tx): Promise<PlaceCounts> {
  const { rows } = await sql<PlaceCounts>`select
    (select count(*)::int from projects where deleting_since is null and forked_from_id is not null) as forks,
    (select count(*)::int from projects where deleting_since is null) as projects,
    (select count(*)::int from namespaces where kind = 'group' and deleting_since is null) as groups`.execute(db);
  return rows[0] ?? { projects: 0, groups: 0, forks: 0 };
}
