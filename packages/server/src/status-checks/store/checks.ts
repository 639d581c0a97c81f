import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { ExternalStatusCheckTable } from '../tables.ts';

type Database = Db | Tx;

/** With the protected branches that it is limited to; none: it is for all branches. */
export type StatusCheckRow = Selectable<ExternalStatusCheckTable> & { branchIds: number[] };

export async function listChecks(db: Database, projectIds: readonly number[]): Promise<StatusCheckRow[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('external_status_checks')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const branches = await db
    .selectFrom('external_status_check_branches')
    .selectAll()
    .where(
      'check_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('protected_branch_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    branchIds: branches.filter((each) => each.check_id === row.id).map((each) => each.protected_branch_id),
  }));
}

export async function findCheck(db: Database, projectId: number, id: number): Promise<StatusCheckRow | undefined> {
  return (await listChecks(db, [projectId])).find((check) => check.id === id);
}

export async function insertCheck(db: Database, values: Insertable<ExternalStatusCheckTable>): Promise<number> {
  const { id } = await db.insertInto('external_status_checks').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCheck(
  db: Database,
  id: number,
  values: Updateable<ExternalStatusCheckTable>,
): Promise<void> {
  await db
    .updateTable('external_status_checks')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteCheck(db: Database, id: number): Promise<void> {
  await db.deleteFrom('external_status_checks').where('id', '=', id).execute();
}

export async function putCheckBranches(db: Database, checkId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('external_status_check_branches').where('check_id', '=', checkId).execute();
  const rows = [...new Set(ids)].map((id) => ({ check_id: checkId, protected_branch_id: id }));
  if (rows.length > 0) await db.insertInto('external_status_check_branches').values(rows).execute();
}

/** Open merge requests into a project, above an id. */
export async function listOpenInto(db: Database, projectId: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', projectId)
    .where('state', '=', 'opened')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export const statusChecksChecks: Extensions = [
  describeConstraint('external_status_checks_name_key', { code: 'status_check_name_taken' }),
  describeConstraint('external_status_checks_url_key', { code: 'status_check_url_taken' }),
];
