import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Someone wrote in a thread, in one note or several after each other; `since`: the first. Null once they are gone. */
export type ThreadComment = { noteableId: number; discussionId: string; userId: number | null; since: Date };

/** Of `discussions d`: threads that everyone who reads the thing may see. */
const THREAD = sql`d.is_resolvable and not d.is_internal and not d.is_individual`;

/** What was said in the open threads of these things that everyone who reads them may see, thread by thread in its order. */
export async function listOpenThreads(db: Db | Tx, type: string, ids: readonly number[]): Promise<ThreadComment[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ThreadComment>`
    select noteable_id as "noteableId", discussion_id as "discussionId", author_id as "userId", created_at as since
    from (
      select d.noteable_id, d.position_number, n.id, n.discussion_id, n.author_id, n.created_at,
        row_number() over thread as place, lag(n.author_id) over thread as before
      from discussions d
      join notes n on n.discussion_id = d.id and not n.is_system
      where d.noteable_type = ${type} and d.noteable_id = any(${[...ids]}::bigint[])
        and ${THREAD} and d.resolved_at is null
      window thread as (partition by d.id order by n.id)
    ) said
    where place = 1 or before is distinct from author_id
    order by position_number, id`.execute(db);
  return rows;
}

/** Has the user spoken in an open thread of the thing? A condition on rows of the alias. */
export function spokeInOpenThread(
  { type, alias }: { type: string; alias: string },
  userId: number,
): RawBuilder<unknown> {
  return sql`exists (select 1 from discussions d join notes n on n.discussion_id = d.id and not n.is_system
    where d.noteable_type = ${type} and d.noteable_id = ${sql.ref(`${alias}.id`)}
      and ${THREAD} and d.resolved_at is null and n.author_id = ${userId})`;
}

/** Everyone who spoke in a thread of the thing, settled ones too. */
export async function listThreadSpeakers(db: Db | Tx, type: string, id: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct n.author_id as "userId" from discussions d join notes n on n.discussion_id = d.id and not n.is_system
    where d.noteable_type = ${type} and d.noteable_id = ${id} and ${THREAD} and n.author_id is not null`.execute(db);
  return rows.map((row) => row.userId);
}

/** When the last of their threads was resolved; things without such are missing. */
export async function listLastResolved(db: Db | Tx, type: string, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; at: Date }>`
    select noteable_id as id, max(resolved_at) as at from discussions
    where noteable_type = ${type} and noteable_id = any(${[...ids]}::bigint[]) and resolved_at is not null
    group by noteable_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.at]));
}
