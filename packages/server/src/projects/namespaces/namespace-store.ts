import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import type { Insertable, RawBuilder, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { NamespaceRow } from '../access/store.ts';
import type { NamespaceTable } from '../tables.ts';

export type { NamespaceRow };

/** Names from the root, e.g. `Team / Inner`; a personal namespace is named like its user. For rows of `n`. */
const fullNameOf: RawBuilder<string> = sql<string>`(
  select string_agg(coalesce(u.name, a.name), ' / ' order by array_position(n.traversal_ids, a.id))
  from namespaces a left join users u on u.id = a.owner_id where a.id = any(n.traversal_ids))`;

export type NamespaceRecord = NamespaceRow & {
  full_name: string;
  projects_count: number;
  subgroups_count: number;
  is_sharing_locked: boolean;
  is_membership_locked: boolean;
};

const counted = sql`
  (select bool_or(a.share_with_group_lock) from namespaces a where a.id = any(n.traversal_ids)) as is_sharing_locked,
  (select bool_or(a.membership_lock) from namespaces a where a.id = any(n.traversal_ids)) as is_membership_locked,
  (select count(*)::int from projects p where p.namespace_id = n.id and p.deleting_since is null) as projects_count,
  (select count(*)::int from namespaces c where c.parent_id = n.id and c.deleting_since is null) as subgroups_count`;

export type NamespaceQuery = {
  /** Condition on rows of `namespaces n`. */
  visible: RawBuilder<boolean>;
  kind?: 'user' | 'group';
  search?: string;
  /** Look for the search text in the whole path. */
  searchFullPath?: boolean;
  parentId?: number | null;
  below?: number;
  notBelow?: number;
  visibility?: Visibility;
  excludeIds?: number[];
  ids?: number[];
  /** Only the own namespaces of these users. */
  owners?: number[];
  /** Only what follows this one in the order asked for; by name only upwards. */
  afterId?: number;
  /** By their own state or that of a group above. */
  readOnly?: boolean;
  markedOn?: string;
  /** Further conditions, e.g. a role. */
  also?: RawBuilder<boolean>[];
  orderBy: 'name' | 'path' | 'id';
  descending: boolean;
  offset: number;
  limit: number;
};

function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

function conditions(query: NamespaceQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [query.visible, ...(query.also ?? [])];
  if (query.kind) all.push(sql`n.kind = ${query.kind}`);
  if (query.search) {
    const pattern = like(query.search);
    all.push(
      query.searchFullPath
        ? sql`(n.name ilike ${pattern} or n.full_path ilike ${pattern})`
        : sql`(n.name ilike ${pattern} or n.path ilike ${pattern})`,
    );
  }
  if (query.parentId === null) all.push(sql`n.parent_id is null`);
  else if (query.parentId !== undefined) all.push(sql`n.parent_id = ${query.parentId}`);
  if (query.below !== undefined)
    all.push(sql`n.traversal_ids @> array[${query.below}::bigint] and n.id <> ${query.below}`);
  if (query.visibility) all.push(sql`n.visibility = ${query.visibility}`);
  if (query.notBelow !== undefined) all.push(sql`not n.traversal_ids @> array[${query.notBelow}::bigint]`);
  if (query.readOnly !== undefined) all.push(sql`n.is_read_only = ${query.readOnly}`);
  if (query.markedOn !== undefined)
    all.push(sql`(n.marked_for_deletion_at at time zone 'UTC')::date = ${query.markedOn}::date`);
  if (query.ids) all.push(sql`n.id = any(${query.ids}::bigint[])`);
  if (query.owners) all.push(sql`n.owner_id = any(${query.owners}::bigint[])`);
  if (query.excludeIds && query.excludeIds.length > 0) all.push(sql`n.id <> all(${query.excludeIds})`);
  if (query.afterId !== undefined) all.push(follows(query, query.afterId));
  return sql.join(all, sql` and `);
}

function follows({ orderBy, descending }: NamespaceQuery, id: number): RawBuilder<unknown> {
  if (orderBy === 'id') return descending ? sql`n.id < ${id}` : sql`n.id > ${id}`;
  const column = sql.ref(orderBy);
  return sql`(lower(n.${column}), n.id) > (select lower(last.${column}), last.id from namespaces last where last.id = ${id})`;
}

const ORDER = { name: sql`lower(n.name)`, path: sql`lower(n.path)`, id: sql`n.id` };

export async function listNamespaceRecords(
  db: Db | Tx,
  query: NamespaceQuery,
): Promise<{ rows: NamespaceRecord[]; total: number }> {
  const where = conditions(query);
  const direction = query.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<NamespaceRecord>`
    select n.*, ${fullNameOf} as full_name, ${counted} from namespaces n where ${where}
    order by ${ORDER[query.orderBy]} ${direction}, n.id limit ${query.limit} offset ${query.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::int as total from namespaces n where ${where}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export type NamedGroup = Pick<NamespaceRow, 'id' | 'name' | 'full_path' | 'mentions_disabled'>;

/** One question for all of them; `visible` is a condition on rows of `namespaces n`. */
export async function listGroupsByPaths(
  db: Db | Tx,
  paths: readonly string[],
  visible: RawBuilder<boolean>,
): Promise<NamedGroup[]> {
  if (paths.length === 0) return [];
  const { rows } = await sql<NamedGroup>`select n.id, n.name, n.full_path, n.mentions_disabled from namespaces n
    where n.kind = 'group' and lower(n.full_path) = any(${paths.map((path) => path.toLowerCase())}) and ${visible}`.execute(
    db,
  );
  return rows;
}

/** In the order of `ids`; ids of nothing are left out. */
export async function namespaceRecords(db: Db | Tx, ids: readonly number[]): Promise<NamespaceRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamespaceRecord>`
    select n.*, ${fullNameOf} as full_name, ${counted} from namespaces n where n.id = any(${[...ids]})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function namespaceById(db: Db | Tx, id: number): Promise<NamespaceRow | undefined> {
  return db.selectFrom('namespaces').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function personalNamespaceOf(db: Db | Tx, userId: number): Promise<NamespaceRow | undefined> {
  return db.selectFrom('namespaces').selectAll().where('owner_id', '=', userId).executeTakeFirst();
}

/** Holds the namespace until the transaction ends, so that nothing is made in it or moved meanwhile. */
export async function lockNamespace(db: Db | Tx, id: number): Promise<NamespaceRow | undefined> {
  return db.selectFrom('namespaces').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Is there a user, namespace or project at this address? `except` names the one that may keep it. */
export async function isPathTaken(
  db: Db | Tx,
  fullPath: string,
  except: { namespaceId?: number; projectId?: number } = {},
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from namespaces where lower(full_path) = lower(${fullPath}) and id <> ${except.namespaceId ?? 0}
    union all
    select 1 from projects where lower(full_path) = lower(${fullPath}) and id <> ${except.projectId ?? 0}
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertNamespace(db: Db | Tx, row: Insertable<NamespaceTable>): Promise<NamespaceRow> {
  const { id } = await db.insertInto('namespaces').values(row).returning('id').executeTakeFirstOrThrow();
  await forgetRedirect(db, row.full_path);
  return db
    .updateTable('namespaces')
    .set({
      traversal_ids: sql<
        number[]
      >`coalesce((select parent.traversal_ids from namespaces parent where parent.id = namespaces.parent_id), '{}') || namespaces.id`,
      is_read_only: sql<boolean>`coalesce((select parent.is_read_only from namespaces parent where parent.id = namespaces.parent_id), false)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateNamespace(db: Db | Tx, id: number, changes: Updateable<NamespaceTable>): Promise<void> {
  await db
    .updateTable('namespaces')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** An address that is used again no longer leads elsewhere. */
export async function forgetRedirect(db: Db | Tx, path: string): Promise<void> {
  await db
    .deleteFrom('redirect_routes')
    .where(sql`lower(path)`, '=', path.toLowerCase())
    .execute();
}

export async function addRedirect(
  db: Db | Tx,
  path: string,
  target: { projectId: number } | { namespaceId: number },
): Promise<void> {
  await forgetRedirect(db, path);
  await db
    .insertInto('redirect_routes')
    .values({
      path,
      project_id: 'projectId' in target ? target.projectId : null,
      namespace_id: 'namespaceId' in target ? target.namespaceId : null,
    })
    .execute();
}

/**
 * Gives a namespace a new address, and with it everything below; the old addresses become redirects. All rows below are
 * locked first, so that whatever was being made there is seen by the updates that follow.
 */
export async function moveNamespaceTree(db: Db | Tx, row: NamespaceRow, newFullPath: string): Promise<void> {
  const below = sql`traversal_ids @> array[${row.id}::bigint]`;
  const { rows } = await sql<{ id: number }>`select id from namespaces where ${below} order by id for update`.execute(
    db,
  );
  const ids = rows.map((each) => each.id);
  const cut = row.full_path.length + 1;
  await sql`delete from redirect_routes r using (
      select lower(full_path) as old, lower(${newFullPath} || substr(full_path, ${cut})) as new from namespaces where id = any(${ids})
      union all
      select lower(full_path), lower(${newFullPath} || substr(full_path, ${cut})) from projects where namespace_id = any(${ids})
    ) moved where lower(r.path) in (moved.old, moved.new)`.execute(db);
  // A change of case only is the same address.
  if (newFullPath.toLowerCase() !== row.full_path.toLowerCase()) await redirectTree(db, ids);
  await sql`update namespaces set full_path = ${newFullPath} || substr(full_path, ${cut}), updated_at = now() where id = any(${ids})`.execute(
    db,
  );
  await sql`update projects set full_path = ${newFullPath} || substr(full_path, ${cut}), updated_at = now() where namespace_id = any(${ids})`.execute(
    db,
  );
}

/** Lets one transaction at a time move groups, so that two moves cannot put each group into the other. */
export async function holdGroupTree(db: Db | Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('group tree', 0))`.execute(db);
}

/** Levels of groups from this one down, itself included. */
export async function depthBelow(db: Db | Tx, id: number): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(cardinality(b.traversal_ids)) - cardinality(n.traversal_ids) + 1 as depth
    from namespaces n join namespaces b on b.traversal_ids @> array[n.id] where n.id = ${id}
    group by n.traversal_ids`.execute(db);
  return rows[0]?.depth ?? 1;
}

/** Hangs a group with everything below it on another parent (undefined: none). Addresses are moved apart from this. */
export async function reparentTree(db: Db | Tx, row: NamespaceRow, parent: NamespaceRow | undefined): Promise<void> {
  await sql`update namespaces set traversal_ids = ${parent?.traversal_ids ?? []}::bigint[] || traversal_ids[${row.traversal_ids.length}::int:]
    where traversal_ids @> array[${row.id}::bigint]`.execute(db);
  await updateNamespace(db, row.id, { parent_id: parent?.id ?? null });
}

async function redirectTree(db: Db | Tx, ids: number[]): Promise<void> {
  await sql`insert into redirect_routes (path, namespace_id) select full_path, id from namespaces where id = any(${ids})`.execute(
    db,
  );
  await sql`insert into redirect_routes (path, project_id) select full_path, id from projects where namespace_id = any(${ids})`.execute(
    db,
  );
}

/** The highest visibility of anything inside, which the namespace may not fall below; undefined when it is empty. */
export async function visibilitiesInside(
  db: Db | Tx,
  id: number,
): Promise<{ projects: Visibility[]; groups: Visibility[] }> {
  const { rows } = await sql<{ kind: 'projects' | 'groups'; visibility: Visibility }>`
    select distinct 'projects' as kind, visibility from projects where namespace_id = ${id} and deleting_since is null
    union all
    select distinct 'groups', visibility from namespaces where parent_id = ${id} and deleting_since is null`.execute(
    db,
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.visibility);
  return { projects: of('projects'), groups: of('groups') };
}

/** How much would go with the group. */
export async function countInside(db: Db | Tx, id: number): Promise<{ projects: number; subgroups: number }> {
  const { rows } = await sql<{ projects: number; subgroups: number }>`select
    (select count(*)::int from projects p join namespaces n on n.id = p.namespace_id
      where n.traversal_ids @> array[${id}::bigint] and p.deleting_since is null) as projects,
    (select count(*)::int from namespaces n
      where n.traversal_ids @> array[${id}::bigint] and n.id <> ${id} and n.deleting_since is null) as subgroups`.execute(
    db,
  );
  return rows[0] ?? { projects: 0, subgroups: 0 };
}

/** Hides the group and all that is in it at once. */
export async function markTreeForRemoval(db: Db | Tx, id: number, now: Date): Promise<void> {
  await sql`update namespaces set deleting_since = coalesce(deleting_since, ${now}) where traversal_ids @> array[${id}::bigint]`.execute(
    db,
  );
  await sql`update projects p set deleting_since = coalesce(p.deleting_since, ${now}) from namespaces n
    where n.id = p.namespace_id and n.traversal_ids @> array[${id}::bigint]`.execute(db);
}

/** Frees the addresses of a group and of everything in it, as nobody reaches them there any more: it is `path` now. */
export async function releaseTreeNames(db: Db | Tx, row: NamespaceRow, path: string): Promise<void> {
  const fullPath = `${row.full_path.slice(0, row.full_path.length - row.path.length)}${path}`;
  const cut = row.full_path.length + 1;
  const below = sql`n.traversal_ids @> array[${row.id}::bigint]`;
  await sql`update projects p set full_path = ${fullPath} || substr(p.full_path, ${cut}) from namespaces n
    where n.id = p.namespace_id and ${below}`.execute(db);
  await sql`update namespaces n set full_path = ${fullPath} || substr(n.full_path, ${cut}) where ${below}`.execute(db);
  await db.updateTable('namespaces').set({ path }).where('id', '=', row.id).execute();
}

/** Removals that were given up, from the top of what goes. */
export async function stuckGroups(db: Db | Tx, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select n.id from namespaces n
    left join namespaces parent on parent.id = n.parent_id
    where n.kind = 'group' and n.deleting_since < ${before} and parent.deleting_since is null
    order by n.id limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of everything below a group: its projects, and its namespaces from the leaves up, itself last. */
export async function treeContents(db: Db | Tx, id: number): Promise<{ projectIds: number[]; namespaceIds: number[] }> {
  const projects = await sql<{ id: number }>`select p.id from projects p join namespaces n on n.id = p.namespace_id
    where n.traversal_ids @> array[${id}::bigint] order by p.id`.execute(db);
  const namespaces = await sql<{ id: number }>`select id from namespaces where traversal_ids @> array[${id}::bigint]
    order by cardinality(traversal_ids) desc, id`.execute(db);
  return { projectIds: projects.rows.map((row) => row.id), namespaceIds: namespaces.rows.map((row) => row.id) };
}

export async function deleteNamespaceRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('namespaces').where('id', '=', id).execute();
}

/** Groups that would be left without any owner if this user went. */
export async function soleOwnedGroups(db: Db | Tx, userId: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.namespace_id as id from members m join namespaces n on n.id = m.namespace_id
    where m.user_id = ${userId} and m.access_level = 50 and not exists (
      select 1 from members other join users u on u.id = other.user_id and u.state = 'active' and u.kind = 'human'
      where other.namespace_id = any(n.traversal_ids) and other.access_level = 50 and other.user_id <> ${userId}
        and (other.expires_at is null or other.expires_at > ${today}::date))`.execute(db);
  return rows.map((row) => row.id);
}

export async function countMembersBelow(db: Db | Tx, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.user_id)::int as count from members m left join projects p on p.id = m.project_id
    join namespaces n on n.id = coalesce(m.namespace_id, p.namespace_id) where n.traversal_ids @> array[${id}::bigint]`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The default branch that this group, or the nearest above it that has one, gives to new projects. */
export async function defaultBranchIn(db: Db | Tx, namespace: NamespaceRow): Promise<string | null> {
  const row = await db
    .selectFrom('namespaces')
    .select('default_branch')
    .where('id', 'in', namespace.traversal_ids)
    .where('default_branch', 'is not', null)
    .orderBy(sql`array_position(${namespace.traversal_ids}::bigint[], id)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.default_branch ?? null;
}

/** Whether mail is sent about what happens here: the project and every group above it say so. */
export async function hasMail(db: Db | Tx, place: { projectId: number | null; namespaceId: number }): Promise<boolean> {
  const { rows } = await sql<{ has_mail: boolean }>`select
    not exists (select from projects where id = ${place.projectId} and not emails_enabled)
    and not exists (select from namespaces n join namespaces a on a.id = any(n.traversal_ids)
      where n.id = ${place.namespaceId} and not a.emails_enabled) as has_mail`.execute(db);
  return rows[0]?.has_mail ?? true;
}
