import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** An open thread: who began it, who spoke last and when. People are null once they are gone. */
export type OpenThread = {
  noteableId: number;
  starterId: number | null;
  lastAuthorId: number | null;
  lastAt: Date;
};

/** Open threads of these things that everybody who reads them may see. */
export async function listOpenThreads(db: Db | Tx, type: string, ids: readonly number[]): Promise<OpenThread[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OpenThread>`
    select d.noteable_id as "noteableId", first.author_id as "starterId", last.author_id as "lastAuthorId",
      last.created_at as "lastAt"
    from discussions d
    join lateral (select n.author_id from notes n where n.discussion_id = d.id and not n.is_system
      order by n.id limit 1) first on true
    join lateral (select n.author_id, n.created_at from notes n where n.discussion_id = d.id and not n.is_system
      order by n.id desc limit 1) last on true
    where d.noteable_type = ${type} and d.noteable_id = any(${[...ids]}::bigint[])
      and d.is_resolvable and d.resolved_at is null and not d.is_internal and not d.is_individual
    order by d.position_number`.execute(db);
  return rows;
}

/** When a person last wrote about each of these things; those without a word are missing. */
export async function listLastWordsOf(
  db: Db | Tx,
  userId: number,
  type: string,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; at: Date }>`
    select noteable_id as id, max(created_at) as at from notes
    where noteable_type = ${type} and noteable_id = any(${[...ids]}::bigint[]) and author_id = ${userId} and not is_system
    group by noteable_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.at]));
}
