import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { MAX_COUNTED_ROWS } from '@tributary/contract/core/paging.ts';
import type { ProjectOrder } from '@tributary/contract/projects/projects.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectRow } from '../access/store.ts';

export type ProjectQuery = {
  /** Conditions on rows of `projects p`; always with the one on visibility. */
  conditions: RawBuilder<boolean>[];
  search?: string | undefined;
  /** Look for the text in the whole path too. */
  searchNamespaces?: boolean | undefined;
  archived?: boolean | undefined;
  /** The day on which they were marked for deletion. */
  markedOn?: string | undefined;
  visibility?: Visibility | undefined;
  starredBy?: number | undefined;
  namespaceId?: number | undefined;
  belowNamespaceId?: number | undefined;
  /** Beside what lies in the namespace asked for, or alone. */
  sharedHere?: RawBuilder<boolean> | undefined;
  forkedFromId?: number | undefined;
  withMergeRequests?: boolean | undefined;
  language?: string | undefined;
  topics?: string[] | undefined;
  activeAfter?: Date | undefined;
  activeBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  /** Only these. */
  ids?: number[] | undefined;
  fullPaths?: string[] | undefined;
  idAfter?: number | undefined;
  idBefore?: number | undefined;
};

export type ProjectPage = { orderBy: ProjectOrder; descending: boolean; offset: number; limit: number };

export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

function searchCondition(query: ProjectQuery): RawBuilder<boolean> | undefined {
  if (!query.search) return undefined;
  const pattern = likePattern(query.search);
  return query.searchNamespaces
    ? sql<boolean>`(p.name ilike ${pattern} or p.full_path ilike ${pattern} or p.description ilike ${pattern})`
    : sql<boolean>`(p.name ilike ${pattern} or p.path ilike ${pattern} or p.description ilike ${pattern})`;
}

function placeConditions(query: ProjectQuery): RawBuilder<boolean>[] {
  const all: RawBuilder<boolean>[] = [];
  const places: RawBuilder<boolean>[] = [];
  if (query.namespaceId !== undefined) places.push(sql`p.namespace_id = ${query.namespaceId}`);
  if (query.belowNamespaceId !== undefined) {
    places.push(
      sql`p.namespace_id in (select id from namespaces where traversal_ids @> array[${query.belowNamespaceId}::bigint])`,
    );
  }
  if (query.sharedHere) places.push(query.sharedHere);
  if (places.length > 0) all.push(sql`(${sql.join(places, sql` or `)})`);
  if (query.forkedFromId !== undefined) all.push(sql`p.forked_from_id = ${query.forkedFromId}`);
  if (query.starredBy !== undefined) {
    all.push(isStarredBy(query.starredBy));
  }
  if (query.ids) all.push(sql`p.id = any(${query.ids}::bigint[])`);
  if (query.fullPaths) {
    all.push(sql`lower(p.full_path) = any(${query.fullPaths.map((path) => path.toLowerCase())}::text[])`);
  }
  if (query.idAfter !== undefined) all.push(sql`p.id > ${query.idAfter}`);
  if (query.idBefore !== undefined) all.push(sql`p.id < ${query.idBefore}`);
  return all;
}

function propertyConditions(query: ProjectQuery): RawBuilder<boolean>[] {
  const all: RawBuilder<boolean>[] = [];
  if (query.archived !== undefined) all.push(sql`p.is_read_only = ${query.archived}`);
  if (query.markedOn !== undefined)
    all.push(sql`(p.marked_for_deletion_at at time zone 'UTC')::date = ${query.markedOn}::date`);
  if (query.visibility) all.push(sql`p.visibility = ${query.visibility}`);
  if (query.withMergeRequests) all.push(sql`p.merge_requests_access_level <> 'disabled'`);
  if (query.language) all.push(sql`jsonb_exists(p.languages, ${query.language})`);
  if (query.topics && query.topics.length > 0) all.push(sql`p.topics @> ${query.topics}`);
  if (query.activeAfter) all.push(sql`p.last_activity_at > ${query.activeAfter}`);
  if (query.activeBefore) all.push(sql`p.last_activity_at < ${query.activeBefore}`);
  if (query.updatedAfter) all.push(sql`p.updated_at > ${query.updatedAfter}`);
  if (query.updatedBefore) all.push(sql`p.updated_at < ${query.updatedBefore}`);
  return all;
}

function where(query: ProjectQuery): RawBuilder<unknown> {
  const search = searchCondition(query);
  const all = [
    ...query.conditions,
    ...placeConditions(query),
    ...propertyConditions(query),
    ...(search ? [search] : []),
  ];
  return sql.join(all, sql` and `);
}

function order(query: ProjectQuery, orderBy: ProjectOrder): RawBuilder<unknown> {
  if (orderBy === 'name' || orderBy === 'path') return sql`lower(${sql.ref(`p.${orderBy}`)})`;
  if (orderBy === 'repository_size') return sql`p.repository_size_bytes`;
  if (orderBy !== 'similarity') return sql.ref(`p.${orderBy}`);
  const text = (query.search ?? '').toLowerCase();
  // Best last, so that the usual descending order puts it first.
  return sql`case when lower(p.path) = ${text} or lower(p.name) = ${text} then 3
    when starts_with(lower(p.path), ${text}) or starts_with(lower(p.name), ${text}) then 2 else 1 end`;
}

export async function listProjectRows(db: Db | Tx, query: ProjectQuery, page: ProjectPage): Promise<ProjectRow[]> {
  const direction = page.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<ProjectRow>`select p.* from projects p where ${where(query)}
    order by ${order(query, page.orderBy)} ${direction}, p.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Undefined above MAX_COUNTED_ROWS. */
export async function countProjectRows(db: Db | Tx, query: ProjectQuery): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from
    (select 1 from projects p where ${where(query)} limit ${MAX_COUNTED_ROWS + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > MAX_COUNTED_ROWS ? undefined : total;
}

/** Projects in the user's own namespace, or in which (or above which) they are given the owner's role. */
export function ownedBy(userId: number, today: string): RawBuilder<boolean> {
  const owner = sql`m.user_id = ${userId} and m.access_level = 50 and (m.expires_at is null or m.expires_at > ${today}::date)`;
  return sql<boolean>`(p.namespace_id in (select id from namespaces where owner_id = ${userId})
    or p.id in (select m.project_id from member_grants m where ${owner} and m.project_id is not null)
    or p.namespace_id in (select n.id from namespaces n where n.traversal_ids &&
      array(select m.namespace_id from member_grants m where ${owner} and m.namespace_id is not null)))`;
}

export function isStarredBy(userId: number): RawBuilder<boolean> {
  return sql<boolean>`p.id in (select project_id from project_stars where user_id = ${userId})`;
}

/** Where someone pushed, commented or did anything else since then. */
export function contributedBy(userId: number, since: Date): RawBuilder<boolean> {
  return sql<boolean>`p.id in (select project_id from user_events where author_id = ${userId} and created_at > ${since})`;
}

export function personalProjectsOf(userId: number): RawBuilder<boolean> {
  return sql<boolean>`p.namespace_id in (select id from namespaces where owner_id = ${userId})`;
}
