import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { MemberContainer } from '../members/member-store.ts';
import type { GroupLinkTable } from '../tables.ts';

export type GroupLinkRow = Selectable<GroupLinkTable>;
/** An invitation with what it invites; `is_visible` says whether the asker may know which group it is. */
export type GroupLinkRecord = GroupLinkRow & {
  group_name: string;
  group_full_path: string;
  group_avatar_name: string | null;
  place_name: string;
  place_full_path: string;
  is_visible: boolean;
};

function columnOf(place: MemberContainer): 'project_id' | 'namespace_id' {
  return place.kind === 'project' ? 'project_id' : 'namespace_id';
}

export async function insertGroupLink(db: Db | Tx, row: Insertable<GroupLinkTable>): Promise<GroupLinkRow> {
  return db.insertInto('group_links').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The invitation of this group to this place, run out or not, held until the transaction ends. */
export async function lockGroupLink(
  db: Db | Tx,
  place: MemberContainer,
  groupId: number,
): Promise<GroupLinkRow | undefined> {
  return db
    .selectFrom('group_links')
    .selectAll()
    .where(columnOf(place), '=', place.id)
    .where('group_id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateGroupLink(
  db: Db | Tx,
  id: number,
  changes: { access_level: number; expires_at?: string | null },
): Promise<GroupLinkRow> {
  return db.updateTable('group_links').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteGroupLink(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('group_links').where('id', '=', id).execute();
}

/** Takes the invitations away whose last day is over; returns what they were. */
export async function deleteExpiredGroupLinks(db: Db | Tx, today: string): Promise<GroupLinkRow[]> {
  const { rows } =
    await sql<GroupLinkRow>`delete from group_links where expires_at <= ${today}::date returning *`.execute(db);
  return rows;
}

export type GroupLinkQuery = {
  /** What the groups are invited to: the place, or each of these projects. */
  of: MemberContainer | { projectIds: readonly number[] };
  /** With invitations to groups above; else those to the place itself only. */
  inherited: boolean;
  today: string;
  /** Condition on rows of `namespaces n`, true for groups that the asker may see. */
  visible: RawBuilder<boolean>;
  search?: string | undefined;
  /** Without groups that the asker may not see. */
  isVisibleOnly?: boolean | undefined;
  /** All when left out. */
  range?: { limit: number; offset: number } | undefined;
};

function applies(query: GroupLinkQuery): RawBuilder<unknown> {
  if ('projectIds' in query.of) return sql`l.project_id = any(${[...query.of.projectIds]}::bigint[])`;
  const { kind, id } = query.of;
  const own = kind === 'project' ? sql`l.project_id = ${id}` : sql`l.namespace_id = ${id}`;
  if (!query.inherited) return own;
  const above =
    kind === 'project'
      ? sql`select a.traversal_ids from projects p join namespaces a on a.id = p.namespace_id where p.id = ${id}`
      : sql`select a.traversal_ids from namespaces a where a.id = ${id}`;
  return sql`(${own} or l.namespace_id = any((${above})::bigint[]))`;
}

/** Rows of `group_links l` with their group `n` that hold today and are asked for. */
function heldLinks(query: GroupLinkQuery): RawBuilder<unknown> {
  const pattern = `%${(query.search ?? '').replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
  const matches = query.search
    ? sql`(n.name ilike ${pattern} or n.full_path ilike ${pattern}) and ${query.visible}`
    : query.isVisibleOnly === true
      ? query.visible
      : sql`true`;
  return sql`group_links l join namespaces n on n.id = l.group_id and n.deleting_since is null
    left join projects lp on lp.id = l.project_id left join namespaces ln on ln.id = l.namespace_id
    where ${applies(query)} and ${matches} and (l.expires_at is null or l.expires_at > ${query.today}::date)`;
}

/** Invitations that hold today, highest roles first, those to the place itself before those to groups above. */
export async function listGroupLinkRecords(db: Db | Tx, query: GroupLinkQuery): Promise<GroupLinkRecord[]> {
  const { limit = null, offset = 0 } = query.range ?? {};
  const { rows } = await sql<GroupLinkRecord>`
    select l.*, n.name as group_name, n.full_path as group_full_path, n.avatar_name as group_avatar_name,
      coalesce(lp.name, ln.name) as place_name, coalesce(lp.full_path, ln.full_path) as place_full_path,
      ${query.visible} as is_visible
    from ${heldLinks(query)}
    order by l.access_level desc, lower(n.full_path), coalesce(cardinality(ln.traversal_ids), 1000) desc, l.id
    limit ${limit}::int offset ${offset}::int`.execute(db);
  return rows;
}

export async function countGroupLinks(db: Db | Tx, query: GroupLinkQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${heldLinks(query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids of the groups that are invited to the place itself, whoever asks. */
export async function groupsInvitedTo(db: Db | Tx, { kind, id }: MemberContainer): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select l.group_id as id from group_links l
    where ${kind === 'project' ? sql`l.project_id = ${id}` : sql`l.namespace_id = ${id}`} order by l.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of the groups that this group is invited to. */
export async function groupsSharedWith(db: Db | Tx, groupId: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.namespace_id as id from group_links l where l.group_id = ${groupId} and l.namespace_id is not null
      and (l.expires_at is null or l.expires_at > ${today}::date)`.execute(db);
  return rows.map((row) => row.id);
}

/** True for rows of projects `p` that are shared with this group. */
export function isSharedWith(groupId: number, today: string): RawBuilder<boolean> {
  return sql<boolean>`p.id in (select l.project_id from group_links l where l.group_id = ${groupId}
    and l.project_id is not null and (l.expires_at is null or l.expires_at > ${today}::date))`;
}

/** The namespaces from the root down to the place, with whether one of them forbids to share its projects. */
export async function pathAbove(db: Db | Tx, place: MemberContainer): Promise<{ ids: number[]; isLocked: boolean }> {
  const here =
    place.kind === 'project'
      ? sql`select a.traversal_ids as ids from projects p join namespaces a on a.id = p.namespace_id where p.id = ${place.id}`
      : sql`select a.traversal_ids as ids from namespaces a where a.id = ${place.id}`;
  const { rows } = await sql<{ id: number; locked: boolean }>`select n.id, n.share_with_group_lock as locked
    from namespaces n, (${here}) here where n.id = any(here.ids)`.execute(db);
  return { ids: rows.map((row) => row.id), isLocked: rows.some((row) => row.locked) };
}

export const groupLinksLinkStore: Extensions = [
  describeConstraint('group_links_namespace_group_key', { code: 'group_link_exists' }),
  describeConstraint('group_links_project_group_key', { code: 'group_link_exists' }),
];
