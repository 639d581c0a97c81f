import type { Extensions } from '../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { ProtectedBranchTable } from '../tables.ts';
import type { AccessEntry, ProtectionRule, RuleOwner } from './rules/protection-rule.ts';

export type NewAccess = { level?: number | undefined; userId?: number | undefined; groupId?: number | undefined };

const columnOf = ({ kind }: RuleOwner) => (kind === 'project' ? ('project_id' as const) : ('namespace_id' as const));

/** Rules that are kept in the project or group itself. */
export async function listRules(db: Db | Tx, owner: RuleOwner): Promise<ProtectionRule[]> {
  const of = db.selectFrom('protected_branches').selectAll().where(columnOf(owner), '=', owner.id);
  return withAccess(db, await of.orderBy('name').execute());
}

/** Rules that count in the project: its own, and those of the groups that it lies in. */
export async function listEffectiveRules(db: Db | Tx, projectId: number): Promise<ProtectionRule[]> {
  const groups = sql<number>`(
    select unnest(n.traversal_ids) from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId})`;
  const branches = await db
    .selectFrom('protected_branches')
    .selectAll()
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('namespace_id', 'in', groups)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return withAccess(db, branches);
}

/** Rules of these groups themselves, by name. */
export async function listRulesOfGroups(db: Db | Tx, groupIds: readonly number[]): Promise<ProtectionRule[]> {
  const of = db
    .selectFrom('protected_branches')
    .selectAll()
    .where('namespace_id', 'in', [...groupIds]);
  return withAccess(db, await of.orderBy('name').orderBy('id').execute());
}

async function withAccess(db: Db | Tx, branches: Selectable<ProtectedBranchTable>[]): Promise<ProtectionRule[]> {
  if (branches.length === 0) return [];
  const rows = await db
    .selectFrom('protected_branch_access')
    .selectAll()
    .where(
      'protected_branch_id',
      'in',
      branches.map((branch) => branch.id),
    )
    .orderBy('id')
    .execute();
  const entries = (branchId: number, kind: 'push' | 'merge'): AccessEntry[] =>
    rows
      .filter((row) => row.protected_branch_id === branchId && row.kind === kind)
      .map((row) => ({ id: row.id, level: row.access_level, userId: row.user_id, groupId: row.group_id }));
  return branches.map((branch) => ({
    id: branch.id,
    owner:
      branch.project_id === null
        ? { kind: 'group', id: branch.namespace_id ?? 0 }
        : { kind: 'project', id: branch.project_id },
    name: branch.name,
    allowForcePush: branch.allow_force_push,
    needsCodeOwners: branch.code_owner_approval_required,
    push: entries(branch.id, 'push'),
    merge: entries(branch.id, 'merge'),
  }));
}

export async function insertRule(
  db: Db | Tx,
  rule: {
    owner: RuleOwner;
    name: string;
    allowForcePush: boolean;
    needsCodeOwners: boolean;
    push: NewAccess[];
    merge: NewAccess[];
  },
): Promise<number> {
  const { id } = await db
    .insertInto('protected_branches')
    .values({
      project_id: rule.owner.kind === 'project' ? rule.owner.id : null,
      namespace_id: rule.owner.kind === 'group' ? rule.owner.id : null,
      name: rule.name,
      allow_force_push: rule.allowForcePush,
      code_owner_approval_required: rule.needsCodeOwners,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertAccess(db, id, 'push', rule.push);
  await insertAccess(db, id, 'merge', rule.merge);
  return id;
}

/** Protects the branch unless a rule of that name is there; for the product's own defaults. */
export async function insertDefaultRule(db: Db | Tx, projectId: number, name: string): Promise<void> {
  const row = await db
    .insertInto('protected_branches')
    .values({ project_id: projectId, name })
    .onConflict((conflict) => conflict.constraint('protected_branches_name_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await insertAccess(db, row.id, 'push', [{ level: 40 }]);
  await insertAccess(db, row.id, 'merge', [{ level: 40 }]);
}

export async function insertAccess(
  db: Db | Tx,
  ruleId: number,
  kind: 'push' | 'merge',
  entries: readonly NewAccess[],
): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('protected_branch_access')
    .values(
      entries.map((entry) => ({
        protected_branch_id: ruleId,
        kind,
        access_level: entry.level ?? null,
        user_id: entry.userId ?? null,
        group_id: entry.groupId ?? null,
      })),
    )
    .execute();
}

export async function deleteAccess(db: Db | Tx, ruleId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('protected_branch_access')
    .where('protected_branch_id', '=', ruleId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function clearAccess(db: Db | Tx, ruleId: number, kind: 'push' | 'merge'): Promise<void> {
  await db
    .deleteFrom('protected_branch_access')
    .where('protected_branch_id', '=', ruleId)
    .where('kind', '=', kind)
    .execute();
}

export async function setForcePush(db: Db | Tx, ruleId: number, allowed: boolean): Promise<void> {
  await db
    .updateTable('protected_branches')
    .set({ allow_force_push: allowed, updated_at: sql<Date>`now()` })
    .where('id', '=', ruleId)
    .execute();
}

export async function setNeedsCodeOwners(db: Db | Tx, ruleId: number, needed: boolean): Promise<void> {
  await db
    .updateTable('protected_branches')
    .set({ code_owner_approval_required: needed, updated_at: sql<Date>`now()` })
    .where('id', '=', ruleId)
    .execute();
}

export async function deleteRule(db: Db | Tx, ruleId: number): Promise<void> {
  await db.deleteFrom('protected_branches').where('id', '=', ruleId).execute();
}

/** Of these groups, those the user belongs to (by membership there or above). */
export async function groupsOf(
  db: Db | Tx,
  userId: number,
  groupIds: readonly number[],
  today: string,
): Promise<Set<number>> {
  if (groupIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select n.id from namespaces n where n.id = any(${groupIds}::bigint[]) and exists (
      select 1 from member_grants m where m.user_id = ${userId} and m.namespace_id = any(n.traversal_ids)
        and (m.expires_at is null or m.expires_at > ${today}::date))`.execute(db);
  return new Set(rows.map((row) => row.id));
}

export type NamedGroup = { id: number; name: string; fullPath: string };

export async function findGroups(db: Db | Tx, ids: readonly number[]): Promise<NamedGroup[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('namespaces')
    .select(['id', 'name', 'full_path'])
    .where('kind', '=', 'group')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, fullPath: row.full_path }));
}

/** Users with at least developer rights in the group. */
export async function pushersOfGroup(db: Db | Tx, groupId: number, today: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct m.user_id from namespaces n join member_grants m on m.namespace_id = any(n.traversal_ids)
    where n.id = ${groupId} and m.access_level >= 30 and (m.expires_at is null or m.expires_at > ${today}::date)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The group, those above it, and those that are invited to one of them. */
export async function groupsOfGroup(db: Db | Tx, groupId: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with here as (select traversal_ids from namespaces where id = ${groupId})
    select unnest(traversal_ids) as id from here
    union select l.group_id from group_links l, here where l.namespace_id = any(here.traversal_ids)
      and (l.expires_at is null or l.expires_at > ${today}::date)`.execute(db);
  return rows.map((row) => row.id);
}

/** Users with at least developer rights in the project, by name. */
export async function pushersOf(db: Db | Tx, projectId: number, today: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from projects p join namespaces n on n.id = p.namespace_id
    join member_grants m on m.project_id = p.id or m.namespace_id = any(n.traversal_ids)
    where p.id = ${projectId} and m.access_level >= 30 and (m.expires_at is null or m.expires_at > ${today}::date)
    union select n.owner_id from projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${projectId} and n.owner_id is not null
    limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Groups that the project lies in, and those that are invited to it or to one of them. */
export async function groupsOfProject(db: Db | Tx, projectId: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with here as (select p.id, n.kind, n.traversal_ids from projects p join namespaces n on n.id = p.namespace_id
      where p.id = ${projectId})
    select unnest(traversal_ids) as id from here where kind = 'group'
    union select l.group_id from group_links l, here
    where (l.project_id = here.id or l.namespace_id = any(here.traversal_ids))
      and (l.expires_at is null or l.expires_at > ${today}::date)`.execute(db);
  return rows.map((row) => row.id);
}

export const repositoriesProtection: Extensions = [
  describeConstraint('protected_branches_name_key', { code: 'protection_exists' }),
  describeConstraint('protected_branches_group_name_key', { code: 'protection_exists' }),
];
