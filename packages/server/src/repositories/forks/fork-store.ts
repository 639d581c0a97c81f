import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectRow } from '../../projects/index.ts';

/** Keeps the number of forks of a project true. */
export async function countForks(db: Db | Tx, sourceId: number): Promise<void> {
  await sql`update projects set forks_count = (select count(*) from projects f where f.forked_from_id = ${sourceId}
    and f.deleting_since is null) where id = ${sourceId}`.execute(db);
}

export async function clearForkRelation(db: Db | Tx, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ forked_from_id: null }).where('id', '=', projectId).execute();
}

export async function setForkRelation(db: Db | Tx, projectId: number, sourceId: number): Promise<void> {
  await db.updateTable('projects').set({ forked_from_id: sourceId }).where('id', '=', projectId).execute();
}

/** Whether a project is the other one, or was forked from it over any number of steps. */
export async function isForkedFrom(db: Db | Tx, projectId: number, ancestorId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`with recursive line (id, forked_from_id) as (
      select id, forked_from_id from projects where id = ${projectId}
      union select p.id, p.forked_from_id from projects p join line on p.id = line.forked_from_id)
    select id from line where id = ${ancestorId}`.execute(db);
  return rows.length > 0;
}

export async function finishFork(
  db: Db | Tx,
  done: { projectId: number; defaultBranch: string; isEmpty: boolean; sizeBytes: number },
): Promise<void> {
  await db
    .updateTable('projects')
    .set({
      repository_state: 'ready',
      default_branch: done.defaultBranch,
      is_empty: done.isEmpty,
      repository_size_bytes: done.sizeBytes,
    })
    .where('id', '=', done.projectId)
    .execute();
}

export async function failFork(db: Db | Tx, projectId: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({ repository_state: 'failed' })
    .where('id', '=', projectId)
    .where('repository_state', '=', 'forking')
    .execute();
}

/** Forks that were begun before this time and are still not there. */
export async function stuckForks(db: Db | Tx, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('repository_state', '=', 'forking')
    .where('deleting_since', 'is', null)
    .where('created_at', '<', before)
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * The project with what it was forked from, its forks, and the forks beside it: those whose branches can be compared and
 * merged. Newest first, the project itself left out.
 */
export async function familyRows(db: Db | Tx, project: ProjectRow, limit: number): Promise<ProjectRow[]> {
  const source = project.forked_from_id;
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', '!=', project.id)
    .where('deleting_since', 'is', null)
    .where('repository_state', '=', 'ready')
    .where((where) =>
      where.or([
        where('forked_from_id', '=', project.id),
        ...(source === null ? [] : [where('id', '=', source), where('forked_from_id', '=', source)]),
      ]),
    )
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function forkRows(
  db: Db | Tx,
  sourceId: number,
  page: { offset: number; limit: number },
): Promise<{ rows: ProjectRow[]; total: number }> {
  const base = db.selectFrom('projects').where('forked_from_id', '=', sourceId).where('deleting_since', 'is', null);
  const rows = await base
    .selectAll()
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Of these namespaces, those that hold a fork of the project, with it. */
export async function forksIn(
  db: Db | Tx,
  sourceId: number,
  namespaceIds: readonly number[],
): Promise<{ namespaceId: number; fullPath: string }[]> {
  if (namespaceIds.length === 0) return [];
  const rows = await db
    .selectFrom('projects')
    .select(['namespace_id', 'full_path'])
    .where('forked_from_id', '=', sourceId)
    .where('deleting_since', 'is', null)
    .where('namespace_id', 'in', [...namespaceIds])
    .execute();
  return rows.map((row) => ({ namespaceId: row.namespace_id, fullPath: row.full_path }));
}

/** Namespaces the user may put projects in: their own, and groups where they are developers or more. */
export async function listForkTargets(
  db: Db | Tx,
  userId: number,
  today: string,
  limit: number,
): Promise<
  { id: number; kind: 'user' | 'group'; name: string; full_path: string; visibility: ProjectRow['visibility'] }[]
> {
  const { rows } = await sql<{
    id: number;
    kind: 'user' | 'group';
    name: string;
    full_path: string;
    visibility: ProjectRow['visibility'];
  }>`select n.id, n.kind, n.name, n.full_path, n.visibility from namespaces n
    where n.deleting_since is null and (n.owner_id = ${userId} or (n.kind = 'group' and n.traversal_ids && array(
      select m.namespace_id from member_grants m where m.user_id = ${userId} and m.namespace_id is not null
        and m.access_level >= 30 and (m.expires_at is null or m.expires_at > ${today}::date))))
    order by n.kind desc, lower(n.full_path) limit ${limit}`.execute(db);
  return rows;
}
