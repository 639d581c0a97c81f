import type { Extensions } from '../../../platform/extensions.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type {} from '../../tables.ts';
import type { ApprovalRule, EnvironmentProtection } from '../rules/protection.ts';

/** Exactly one of them. */
export type ProtectionOwner = { projectId: number } | { namespaceId: number };

const entries = (kind: 'deploy' | 'approval') => sql`coalesce((
    select json_agg(json_build_object('id', a.id, 'level', a.access_level, 'userId', a.user_id, 'groupId', a.group_id,
      'inheritance', a.group_inheritance_type, 'required', a.required_approvals) order by a.id)
    from protected_environment_access a where a.protected_environment_id = p.id and a.kind = ${kind}), '[]')`;

const columns = sql`p.id, p.project_id as "projectId", p.namespace_id as "namespaceId", p.name,
  p.required_approval_count as "requiredApprovals", ${entries('deploy')} as deploy, ${entries('approval')} as approval`;

const ofOwner = (owner: ProtectionOwner) =>
  'projectId' in owner ? sql`p.project_id = ${owner.projectId}` : sql`p.namespace_id = ${owner.namespaceId}`;

/** Of a project or group itself, by name. */
export async function listProtections(db: Db | Tx, owner: ProtectionOwner): Promise<EnvironmentProtection[]> {
  const { rows } = await sql<EnvironmentProtection>`select ${columns} from protected_environments p
    where ${ofOwner(owner)} order by p.name`.execute(db);
  return rows;
}

/** Of a project and of all groups above it. */
export async function protectionsOfProject(db: Db | Tx, projectId: number): Promise<EnvironmentProtection[]> {
  const { rows } = await sql<EnvironmentProtection>`select ${columns} from protected_environments p
    where p.project_id = ${projectId} or p.namespace_id in (
      select unnest(n.traversal_ids) from projects join namespaces n on n.id = projects.namespace_id
      where projects.id = ${projectId})
    order by p.id`.execute(db);
  return rows;
}

/** Of the groups above a group, with their paths. */
export async function protectionsAbove(
  db: Db | Tx,
  namespaceId: number,
): Promise<{ protection: EnvironmentProtection; groupPath: string }[]> {
  const { rows } = await sql<EnvironmentProtection & { groupPath: string }>`
    select ${columns}, above.full_path as "groupPath"
    from namespaces own join namespaces above on above.id = any(own.traversal_ids)
    join protected_environments p on p.namespace_id = above.id
    where own.id = ${namespaceId} order by above.full_path, p.name`.execute(db);
  return rows.map(({ groupPath, ...row }) => ({ protection: row, groupPath }));
}

export async function insertProtection(
  db: Db | Tx,
  owner: ProtectionOwner,
  { name, requiredApprovals }: { name: string; requiredApprovals: number },
): Promise<number> {
  const { id } = await db
    .insertInto('protected_environments')
    .values({
      project_id: 'projectId' in owner ? owner.projectId : null,
      namespace_id: 'namespaceId' in owner ? owner.namespaceId : null,
      name,
      required_approval_count: requiredApprovals,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setRequiredApprovals(db: Db | Tx, id: number, count: number): Promise<void> {
  await db
    .updateTable('protected_environments')
    .set({ required_approval_count: count, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteProtection(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('protected_environments').where('id', '=', id).execute();
}

export type AccessChanges = {
  kind: 'deploy' | 'approval';
  added: readonly Omit<ApprovalRule, 'id'>[];
  changed: readonly ApprovalRule[];
  removed: readonly number[];
};

export async function saveAccess(
  db: Db | Tx,
  protectionId: number,
  { kind, added, changed, removed }: AccessChanges,
): Promise<void> {
  const values = (entry: Omit<ApprovalRule, 'id'>) => ({
    access_level: entry.level,
    user_id: entry.userId,
    group_id: entry.groupId,
    group_inheritance_type: entry.inheritance,
    required_approvals: entry.required,
  });
  const own = { protected_environment_id: protectionId, kind };
  if (removed.length > 0) {
    await db
      .deleteFrom('protected_environment_access')
      .where('protected_environment_id', '=', protectionId)
      .where('id', 'in', [...removed])
      .execute();
  }
  for (const entry of changed) {
    await db
      .updateTable('protected_environment_access')
      .set(values(entry))
      .where('protected_environment_id', '=', protectionId)
      .where('id', '=', entry.id)
      .execute();
  }
  if (added.length > 0) {
    await db
      .insertInto('protected_environment_access')
      .values(added.map((entry) => ({ ...own, ...values(entry) })))
      .execute();
  }
}

/** Of these groups, those the user is a member of: directly, or of one above. */
export async function groupMemberships(
  db: Db | Tx,
  userId: number,
  groupIds: readonly number[],
  today: string,
): Promise<{ id: number; isDirect: boolean }[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ id: number; isDirect: boolean }>`
    select n.id, bool_or(m.namespace_id = n.id) as "isDirect"
    from namespaces n join member_grants m on m.namespace_id = any(n.traversal_ids)
    where n.id = any(${[...groupIds]}::bigint[]) and m.user_id = ${userId}
      and (m.expires_at is null or m.expires_at > ${today}::date)
    group by n.id`.execute(db);
  return rows;
}

/** The role of a user in each of these groups, by membership there or above. */
export async function groupLevels(
  db: Db | Tx,
  userId: number,
  groupIds: readonly number[],
  today: string,
): Promise<Map<number, number>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; level: number }>`
    select n.id, max(m.access_level)::int as level
    from namespaces n join member_grants m on m.namespace_id = any(n.traversal_ids)
    where n.id = any(${[...groupIds]}::bigint[]) and m.user_id = ${userId}
      and (m.expires_at is null or m.expires_at > ${today}::date)
    group by n.id`.execute(db);
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** Members of a group and of those above it, from the Developer role up. */
export async function developersOfGroup(db: Db | Tx, groupId: number, today: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct m.user_id from namespaces n join member_grants m on m.namespace_id = any(n.traversal_ids)
    where n.id = ${groupId} and m.access_level >= 30 and (m.expires_at is null or m.expires_at > ${today}::date)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** A group with the groups below it. */
export async function groupsWithin(db: Db | Tx, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from namespaces where kind = 'group' and ${groupId}::bigint = any(traversal_ids)
    order by full_path limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

type EnvironmentName = { name: string };

/** Names of environments that no protection of the project has. */
export async function unprotectedNames(db: Db | Tx, projectId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<EnvironmentName>`
    select e.name from environments e where e.project_id = ${projectId} and not exists (
      select from protected_environments p where p.project_id = e.project_id and p.name = e.name)
    order by e.state, e.name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

export const protectionProtectionStore: Extensions = [
  describeConstraint('protected_environments_project', { code: 'environment_protection_exists' }),
  describeConstraint('protected_environments_namespace', { code: 'environment_protection_exists' }),
];
