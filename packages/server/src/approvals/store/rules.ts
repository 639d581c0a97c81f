import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { ApprovalRuleTable, StoredRule } from '../tables.ts';

type Database = Db | Tx;
type RuleRow = Selectable<ApprovalRuleTable>;

const ids = (rows: readonly { rule_id: number; id: number }[], ruleId: number) =>
  rows.filter((row) => row.rule_id === ruleId).map((row) => row.id);

/** Rules of these projects and of these merge requests, oldest first. */
export async function listRules(
  db: Database,
  of: { projectIds?: readonly number[]; mergeRequestIds?: readonly number[] },
): Promise<StoredRule[]> {
  const { projectIds = [], mergeRequestIds = [] } = of;
  if (projectIds.length === 0 && mergeRequestIds.length === 0) return [];
  const { rows } = await sql<RuleRow>`
    select * from approval_rules
    where (merge_request_id is null and project_id = any(${[...projectIds]}::bigint[]))
       or merge_request_id = any(${[...mergeRequestIds]}::bigint[])
    order by id`.execute(db);
  return withMembers(db, rows);
}

async function withMembers(db: Database, rows: readonly RuleRow[]): Promise<StoredRule[]> {
  if (rows.length === 0) return [];
  const ruleIds = rows.map((row) => row.id);
  const users = await db
    .selectFrom('approval_rule_users')
    .select(['rule_id', 'user_id as id'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('user_id')
    .execute();
  const groups = await db
    .selectFrom('approval_rule_groups')
    .select(['rule_id', 'group_id as id'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('group_id')
    .execute();
  const branches = await db
    .selectFrom('approval_rule_branches')
    .select(['rule_id', 'protected_branch_id as id'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('protected_branch_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    userIds: ids(users, row.id),
    groupIds: ids(groups, row.id),
    branchIds: ids(branches, row.id),
  }));
}

export async function insertRule(db: Database, values: Insertable<ApprovalRuleTable>): Promise<number> {
  const { id } = await db.insertInto('approval_rules').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(db: Database, id: number, values: Updateable<ApprovalRuleTable>): Promise<void> {
  await db
    .updateTable('approval_rules')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteRule(db: Database, id: number): Promise<void> {
  await db.deleteFrom('approval_rules').where('id', '=', id).execute();
}

export async function putRuleUsers(db: Database, ruleId: number, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('approval_rule_users').where('rule_id', '=', ruleId).execute();
  const rows = [...new Set(userIds)].map((userId) => ({ rule_id: ruleId, user_id: userId }));
  if (rows.length > 0) await db.insertInto('approval_rule_users').values(rows).execute();
}

export async function putRuleGroups(db: Database, ruleId: number, groupIds: readonly number[]): Promise<void> {
  await db.deleteFrom('approval_rule_groups').where('rule_id', '=', ruleId).execute();
  const rows = [...new Set(groupIds)].map((groupId) => ({ rule_id: ruleId, group_id: groupId }));
  if (rows.length > 0) await db.insertInto('approval_rule_groups').values(rows).execute();
}

export async function putRuleBranches(db: Database, ruleId: number, branchIds: readonly number[]): Promise<void> {
  await db.deleteFrom('approval_rule_branches').where('rule_id', '=', ruleId).execute();
  const rows = [...new Set(branchIds)].map((id) => ({ rule_id: ruleId, protected_branch_id: id }));
  if (rows.length > 0) await db.insertInto('approval_rule_branches').values(rows).execute();
}

/** Of these projects, those with a protected branch that asks for code owners. */
export async function listOwnerProjects(db: Database, projectIds: readonly number[]): Promise<Set<number>> {
  if (projectIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p join namespaces n on n.id = p.namespace_id
    where p.id = any(${[...projectIds]}::bigint[]) and exists (
      select 1 from protected_branches b where b.code_owner_approval_required
        and (b.project_id = p.id or b.namespace_id = any(n.traversal_ids)))`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Projects in which the approvals of a request depend on who is a member: of this project, of this group and below, or all.
 * Rules also name groups from elsewhere, and code owners may be any group.
 */
export async function listApproverProjects(
  db: Database,
  of: { projectId?: number | null; groupId?: number | null },
): Promise<number[]> {
  const { projectId = null, groupId = null } = of;
  const { rows } = await sql<{ id: number }>`
    with dependent as (
      select project_id, id as rule_id, false as has_owners from approval_rules
      union all
      select project_id, null, true from protected_branches where code_owner_approval_required and project_id is not null
      union all
      select below.id, null, true from protected_branches b join namespaces inner_ns on b.namespace_id = any(inner_ns.traversal_ids)
        join projects below on below.namespace_id = inner_ns.id where b.code_owner_approval_required
    )
    select distinct dependent.project_id as id from dependent join projects p on p.id = dependent.project_id
    join namespaces n on n.id = p.namespace_id
    where case
      when ${projectId}::bigint is not null then dependent.project_id = ${projectId}
      when ${groupId}::bigint is not null then ${groupId}::bigint = any(n.traversal_ids) or has_owners
        or exists (select from approval_rule_groups named where named.rule_id = dependent.rule_id
                   and named.group_id = ${groupId}::bigint)
      else true end
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** Does any rule of this project depend on the coverage? */
export async function hasCoverageRules(db: Database, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('approval_rules')
    .select('id')
    .where('project_id', '=', projectId)
    .where('report_type', '=', 'code_coverage')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const approvalRuleExtensions: Extensions = [
  describeConstraint('approval_rules_project_name', { code: 'approval_rule_name_taken' }),
  describeConstraint('approval_rules_request_name', { code: 'approval_rule_name_taken' }),
  describeConstraint('approval_rules_project_any', { code: 'approval_rule_any_exists' }),
  describeConstraint('approval_rules_request_any', { code: 'approval_rule_any_exists' }),
];
