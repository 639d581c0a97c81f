import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { DeploymentApprovalTable } from '../../tables.ts';

export type ApprovalRow = Selectable<DeploymentApprovalTable>;

export async function listApprovals(db: Db | Tx, deploymentIds: readonly number[]): Promise<ApprovalRow[]> {
  if (deploymentIds.length === 0) return [];
  return db
    .selectFrom('deployment_approvals')
    .selectAll()
    .where('deployment_id', '=', sql<number>`any(${[...deploymentIds]}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** A user has one approval of a deployment: another one takes its place. */
export function putApproval(db: Db | Tx, values: Insertable<DeploymentApprovalTable>): Promise<ApprovalRow> {
  return db
    .insertInto('deployment_approvals')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['deployment_id', 'user_id']).doUpdateSet({
        status: (eb) => eb.ref('excluded.status'),
        comment: (eb) => eb.ref('excluded.comment'),
        protected_environment_id: (eb) => eb.ref('excluded.protected_environment_id'),
        rule_id: (eb) => eb.ref('excluded.rule_id'),
        has_rule: (eb) => eb.ref('excluded.has_rule'),
        updated_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function allowsOwnApproval(db: Db | Tx, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('environment_settings')
    .select('allows_own_approval')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.allows_own_approval ?? false;
}

export async function saveOwnApproval(db: Db | Tx, projectId: number, isAllowed: boolean): Promise<void> {
  await db
    .insertInto('environment_settings')
    .values({ project_id: projectId, allows_own_approval: isAllowed })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ allows_own_approval: isAllowed }))
    .execute();
}

/** Members of a project who may be approvers: those whom approval rules name by user first, then those with the highest role. */
export async function approverCandidates(db: Db | Tx, projectId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with here as (select p.id, n.traversal_ids from projects p join namespaces n on n.id = p.namespace_id
      where p.id = ${projectId}),
    named as (select a.user_id, a.group_id from protected_environments e
      join protected_environment_access a on a.protected_environment_id = e.id, here
      where e.project_id = here.id or e.namespace_id = any(here.traversal_ids))
    select id from (
      select user_id as id, 100 as weight from named where user_id is not null
      union all
      select m.user_id, m.access_level from member_grants m, here
      where m.project_id = here.id or m.namespace_id = any(here.traversal_ids)
        or m.namespace_id in (select group_id from named)
    ) candidates group by id order by max(weight) desc, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
