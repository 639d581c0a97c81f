import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type {} from '../tables.ts';

/** Counts a push towards the next maintenance. */
export async function countPushForMaintenance(db: Db | Tx, projectId: number): Promise<void> {
  await sql`insert into repository_upkeep (project_id, pushes_since_quick, pushes_since_full) values (${projectId}, 1, 1)
    on conflict (project_id) do update set pushes_since_quick = repository_upkeep.pushes_since_quick + 1,
      pushes_since_full = repository_upkeep.pushes_since_full + 1`.execute(db);
}

export type DueMaintenance = { projectId: number; mode: 'quick' | 'full' };

/** Repositories that were written often enough, or long enough ago, to be packed; the busiest first. */
export async function listDueMaintenance(db: Db | Tx, limit: number): Promise<DueMaintenance[]> {
  const { rows } = await sql<{ project_id: number; is_full: boolean }>`
    select u.project_id,
      (u.pushes_since_full >= 200 or (u.pushes_since_full > 0 and coalesce(u.full_at, '-infinity') < now() - interval '7 days')) as is_full
    from repository_upkeep u join projects p on p.id = u.project_id
    where p.repository_state = 'ready' and (u.pushes_since_quick >= 10
      or (u.pushes_since_quick > 0 and coalesce(u.quick_at, '-infinity') < now() - interval '1 day'))
    order by u.pushes_since_quick desc, u.project_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ projectId: row.project_id, mode: row.is_full ? 'full' : 'quick' }));
}

export async function recordMaintenance(
  db: Db | Tx,
  done: { projectId: number; mode: 'quick' | 'full'; sizeBytes: number },
): Promise<void> {
  await sql`insert into repository_upkeep (project_id, quick_at, full_at)
    values (${done.projectId}, now(), case when ${done.mode === 'full'} then now() end)
    on conflict (project_id) do update set pushes_since_quick = 0, quick_at = now(),
      pushes_since_full = case when ${done.mode === 'full'} then 0 else repository_upkeep.pushes_since_full end,
      full_at = case when ${done.mode === 'full'} then now() else repository_upkeep.full_at end`.execute(db);
  await db
    .updateTable('projects')
    .set({ repository_size_bytes: done.sizeBytes })
    .where('id', '=', done.projectId)
    .execute();
}

/** Ids of projects that have a repository, in order, above one. */
export async function listReadyProjectIds(db: Db | Tx, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('repository_state', '=', 'ready')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
