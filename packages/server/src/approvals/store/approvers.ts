import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;

/** Direct members of these groups, also by an invitation of another group, by group. */
export async function groupMembers(
  db: Database,
  groupIds: readonly number[],
  today: string,
): Promise<Map<number, number[]>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ group_id: number; user_id: number }>`
    select distinct namespace_id as group_id, user_id from member_grants
    where namespace_id = any(${[...groupIds]}::bigint[]) and (expires_at is null or expires_at > ${today}::date)
    order by user_id`.execute(db);
  const found = new Map<number, number[]>();
  for (const row of rows) found.set(row.group_id, [...(found.get(row.group_id) ?? []), row.user_id]);
  return found;
}

export type ApproverGroup = {
  id: number;
  name: string;
  path: string;
  full_path: string;
  visibility: string;
  parent_id: number | null;
  description: string;
  is_visible: boolean;
};

/** Groups by id, each with whether the reader may know of it. */
export async function listGroups(
  db: Database,
  ids: readonly number[],
  isVisible: RawBuilder<boolean>,
): Promise<ApproverGroup[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ApproverGroup>`
    select n.id, n.name, n.path, n.full_path, n.visibility, n.parent_id, n.description, ${isVisible} as is_visible
    from namespaces n where n.kind = 'group' and n.id = any(${[...ids]}::bigint[]) order by n.id`.execute(db);
  return rows;
}

/** Users and groups by their names, whoever asks: owners of code are the same for every reader. */
export async function findOwners(
  db: Database,
  names: readonly string[],
): Promise<{ users: Map<string, number>; groups: Map<string, number> }> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  if (wanted.length === 0) return { users: new Map(), groups: new Map() };
  const users = await sql<{ id: number; name: string }>`
    select id, lower(username) as name from users where lower(username) = any(${wanted}::text[])`.execute(db);
  const groups = await sql<{ id: number; name: string }>`
    select id, lower(full_path) as name from namespaces
    where kind = 'group' and deleting_since is null and lower(full_path) = any(${wanted}::text[])`.execute(db);
  return {
    users: new Map(users.rows.map((row) => [row.name, row.id])),
    groups: new Map(groups.rows.map((row) => [row.name, row.id])),
  };
}

/** Direct members of a project with exactly this role. */
export async function directMembers(
  db: Database,
  projectId: number,
  levels: readonly number[],
  today: string,
): Promise<{ userId: number; level: number }[]> {
  if (levels.length === 0) return [];
  const { rows } = await sql<{ userId: number; level: number }>`
    select user_id as "userId", access_level as level from members
    where project_id = ${projectId} and access_level = any(${[...levels]}::int[])
      and (expires_at is null or expires_at > ${today}::date) order by user_id`.execute(db);
  return rows;
}

export type CommitMembers = { mergeRequestId: number; emails: string[]; messages: string[] };

/**
 * Who is named by the commits of the newest versions, and who pushed to these merge requests. The first version has the
 * user who created the merge request, who need not have pushed.
 */
export async function commitMembers(
  db: Database,
  mergeRequestIds: readonly number[],
): Promise<{ commits: CommitMembers[]; pushers: { mergeRequestId: number; userId: number }[] }> {
  if (mergeRequestIds.length === 0) return { commits: [], pushers: [] };
  const wanted = [...mergeRequestIds];
  const commits = await sql<CommitMembers>`
    select m.id as "mergeRequestId",
      array_agg(distinct lower(c.committer_email)) || array_agg(distinct lower(c.author_email)) as emails,
      coalesce(array_agg(c.message) filter (where c.message ilike '%co-authored-by:%'), '{}') as messages
    from merge_requests m join merge_request_version_commits c on c.version_id = m.latest_version_id
    where m.id = any(${wanted}::bigint[]) group by m.id`.execute(db);
  const pushers = await sql<{ mergeRequestId: number; userId: number }>`
    select distinct merge_request_id as "mergeRequestId", pushed_by_id as "userId" from merge_request_versions
    where merge_request_id = any(${wanted}::bigint[]) and pushed_by_id is not null
      and number > 1`.execute(db);
  return { commits: commits.rows, pushers: pushers.rows };
}
