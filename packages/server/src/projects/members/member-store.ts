import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { MemberTable } from '../tables.ts';

export type MemberRow = Selectable<MemberTable>;
/** What users are members of. */
export type MemberContainer = { kind: 'project'; id: number } | { kind: 'group'; id: number };

/** One user's role with where it comes from; `id` is null for the owner of a personal namespace. */
export type MemberRecord = {
  id: number | null;
  user_id: number;
  access_level: number;
  expires_at: string | null;
  created_at: Date;
  created_by_id: number | null;
  namespace_id: number | null;
  project_id: number | null;
  /** The group by whose invitation the user is here. */
  invited_group_id: number | null;
  is_source_visible: boolean;
  source_name: string;
  source_full_path: string;
};

export type MemberQuery = {
  place: MemberContainer;
  /** With roles from the groups above; else those given here only. */
  inherited: boolean;
  today: string;
  /** Condition on rows of `namespaces n`: groups that the asker may see. */
  visibleGroups: RawBuilder<boolean>;
  /** Also users who are here by an invited group that the asker may not see. */
  withHidden: boolean;
  search?: string;
  userIds?: number[];
  skipUserIds?: number[];
};

export async function insertMember(db: Db | Tx, row: Insertable<MemberTable>): Promise<MemberRow> {
  return db.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow();
}

function placeColumn(place: MemberContainer): 'project_id' | 'namespace_id' {
  return place.kind === 'project' ? 'project_id' : 'namespace_id';
}

/** The role given here, expired or not, held until the transaction ends. */
export async function lockDirectMember(
  db: Db | Tx,
  place: MemberContainer,
  userId: number,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where(placeColumn(place), '=', place.id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** The role given here, expired or not. */
export async function directMember(
  db: Db | Tx,
  place: MemberContainer,
  userId: number,
): Promise<MemberRow | undefined> {
  const of = db.selectFrom('members').selectAll().where(placeColumn(place), '=', place.id);
  return of.where('user_id', '=', userId).executeTakeFirst();
}

export async function updateMemberRow(
  db: Db | Tx,
  id: number,
  changes: { access_level: number; expires_at?: string | null },
): Promise<void> {
  await db.updateTable('members').set(changes).where('id', '=', id).execute();
}

export async function deleteMemberRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('members').where('id', '=', id).execute();
}

/** Everyone who may be a member: all rows that apply, as a query over `m`. */
function candidates(query: MemberQuery) {
  const { place, today } = query;
  const here =
    place.kind === 'project'
      ? sql`select n.traversal_ids, n.owner_id, p.id as project_id, null::bigint as namespace_id, p.created_at, n.full_path
            from projects p join namespaces n on n.id = p.namespace_id where p.id = ${place.id}`
      : sql`select n.traversal_ids, n.owner_id, null::bigint as project_id, n.id as namespace_id, n.created_at, n.full_path
            from namespaces n where n.id = ${place.id}`;
  const isSourceVisible = sql`exists (select 1 from namespaces n where n.id = m.invited_group_id and ${query.visibleGroups})`;
  const applies = query.inherited
    ? sql`(m.project_id = h.project_id or m.namespace_id = any(h.traversal_ids))
        and (m.invited_group_id is null or ${query.withHidden} or ${isSourceVisible})`
    : sql`(m.project_id = h.project_id or m.namespace_id = h.namespace_id) and m.invited_group_id is null`;
  return sql`with here as (${here})
    select m.member_id as id, m.user_id, m.access_level, m.expires_at, m.created_at, m.created_by_id,
      m.namespace_id, m.project_id, m.invited_group_id,
      m.invited_group_id is null or ${isSourceVisible} as is_source_visible,
      coalesce(i.name, s.name, sp.name) as source_name,
      coalesce(i.full_path, s.full_path, sp.full_path) as source_full_path,
      case when m.invited_group_id is not null then 0 when m.project_id is not null then 1000
        else cardinality(s.traversal_ids) end as nearness
    from member_grants m cross join here h
    left join namespaces s on s.id = m.namespace_id left join projects sp on sp.id = m.project_id
    left join namespaces i on i.id = m.invited_group_id
    where ${applies} and (m.expires_at is null or m.expires_at > ${today}::date)
    union all
    select null, h.owner_id, 50, null, h.created_at, null, null, h.project_id, null, true, h.full_path, h.full_path, 2000
    from here h where h.owner_id is not null`;
}

function filtered(query: MemberQuery) {
  const parts = [sql`true`];
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
    parts.push(sql`(u.name ilike ${pattern} or u.username ilike ${pattern})`);
  }
  if (query.userIds) parts.push(sql`u.id = any(${query.userIds})`);
  if (query.skipUserIds) parts.push(sql`u.id <> all(${query.skipUserIds})`);
  return sql.join(parts, sql` and `);
}

/** One row a user: their highest role, the nearest source when several give it. Highest roles first. */
export async function listMemberRecords(
  db: Db | Tx,
  query: MemberQuery,
  page: { offset: number; limit: number },
): Promise<{ rows: MemberRecord[]; total: number }> {
  const people = sql`select distinct on (m.user_id) m.* from (${candidates(query)}) m
    join users u on u.id = m.user_id where ${filtered(query)} order by m.user_id, m.access_level desc, m.nearness desc`;
  const { rows } = await sql<MemberRecord>`
    select people.* from (${people}) people join users u on u.id = people.user_id
    order by people.access_level desc, lower(u.name), people.user_id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*)::int as total from (${people}) people`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export type RoleRecord = {
  id: number;
  name: string;
  type: 'Project' | 'Namespace';
  level: number;
  member_id: number;
  expires_at: string | null;
  created_at: Date;
  created_by_id: number | null;
};

/** Where one user was given a role themselves, by when it was given. */
export async function listRolesOf(
  db: Db | Tx,
  query: { userId: number; today: string; type?: RoleRecord['type'] | undefined },
  page: { offset: number; limit: number },
): Promise<{ rows: RoleRecord[]; total: number }> {
  const roles = sql`select m.id as member_id, coalesce(m.project_id, m.namespace_id) as id, coalesce(p.name, n.name) as name,
      m.expires_at, m.created_at, m.created_by_id, case when m.project_id is null then 'Namespace' else 'Project' end as type, m.access_level as level
    from members m left join projects p on p.id = m.project_id left join namespaces n on n.id = m.namespace_id
    where m.user_id = ${query.userId} and (m.expires_at is null or m.expires_at > ${query.today}::date)`;
  const wanted = query.type === undefined ? sql`true` : sql`r.type = ${query.type}`;
  const { rows } = await sql<RoleRecord>`select r.* from (${roles}) r where ${wanted}
    order by r.member_id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::int as total from (${roles}) r where ${wanted}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** How many other users own the group, directly or from above, and can sign in. */
export async function countOtherOwners(db: Db | Tx, groupId: number, userId: number, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.user_id)::int as count from members m join users u on u.id = m.user_id and u.state = 'active' and u.kind = 'human'
    join namespaces n on n.id = ${groupId}
    where m.namespace_id = any(n.traversal_ids) and m.access_level = 50 and m.user_id <> ${userId}
      and (m.expires_at is null or m.expires_at > ${today}::date)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many users own the group, directly or from above, and can sign in. */
export function countOwners(db: Db | Tx, groupId: number, today: string): Promise<number> {
  return countOtherOwners(db, groupId, 0, today);
}

/** The highest role that groups above give, with the group's name; 0 without. */
export async function inheritedRole(
  db: Db | Tx,
  place: MemberContainer,
  userId: number,
  today: string,
): Promise<{ level: number; from: string }> {
  const above =
    place.kind === 'project'
      ? sql`select n.traversal_ids as ids from projects p join namespaces n on n.id = p.namespace_id where p.id = ${place.id}`
      : sql`select array_remove(n.traversal_ids, n.id) as ids from namespaces n where n.id = ${place.id}`;
  const { rows } = await sql<{ level: number; from: string }>`
    select m.access_level as level, n.name as from from members m join namespaces n on n.id = m.namespace_id
    where m.user_id = ${userId} and m.namespace_id = any(select unnest(ids) from (${above}) above)
      and (m.expires_at is null or m.expires_at > ${today}::date)
    order by m.access_level desc limit 1`.execute(db);
  return rows[0] ?? { level: 0, from: '' };
}

/** Removes the user's own roles in everything below a group; returns what they were. */
export async function deleteMembersBelow(db: Db | Tx, groupId: number, userId: number): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    delete from members m where m.user_id = ${userId} and m.namespace_id is distinct from ${groupId} and (
      m.namespace_id in (select id from namespaces where traversal_ids @> array[${groupId}::bigint])
      or m.project_id in (select p.id from projects p join namespaces n on n.id = p.namespace_id
        where n.traversal_ids @> array[${groupId}::bigint])) returning m.*`.execute(db);
  return rows;
}

/** Takes the roles away whose last day is over; returns what they were. */
export async function deleteExpiredMembers(db: Db | Tx, today: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`delete from members where expires_at <= ${today}::date returning *`.execute(db);
  return rows;
}

/** Owner of the personal namespace that a project lies in. */
export async function personalOwnerOf(db: Db | Tx, projectId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('projects')
    .innerJoin('namespaces', 'namespaces.id', 'projects.namespace_id')
    .select('namespaces.owner_id')
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
  return row?.owner_id ?? undefined;
}

/** A group above the project says that nobody is added to its projects. */
export async function isMembershipLocked(db: Db | Tx, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select coalesce(bool_or(a.membership_lock), false) as locked
    from projects p join namespaces n on n.id = p.namespace_id join namespaces a on a.id = any(n.traversal_ids)
    where p.id = ${projectId}`.execute(db);
  return rows[0]?.locked ?? false;
}

export const membersMemberStore: Extensions = [
  describeConstraint('members_namespace_user_key', { code: 'member_exists' }),
  describeConstraint('members_project_user_key', { code: 'member_exists' }),
];
