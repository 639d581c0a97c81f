import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export type PushedBranch = { branch: string; sha: string; at: Date };

/** Branches the user moved lately, newest first, that no merge request was ever made of in that state. */
export async function lastPushedBranches(
  db: Db | Tx,
  projectId: number,
  userId: number,
  since: Date,
): Promise<PushedBranch[]> {
  const { rows } = await sql<PushedBranch>`
    select substr(e.ref, 12) as branch, e.new_sha as sha, e.created_at as at from push_events e
    where e.project_id = ${projectId} and e.actor_id = ${userId} and e.created_at >= ${since}
      and e.ref like 'refs/heads/%' and e.action <> 'deleted'
      and not exists (select 1 from merge_requests m where m.source_project_id = ${projectId}
        and m.source_branch = substr(e.ref, 12) and (m.state = 'opened' or m.head_sha = e.new_sha))
    order by e.id desc limit 5`.execute(db);
  return rows;
}

/** Of all branches that one push changed in the same way as this one, those that open requests come from or go into. */
export async function listPushedWithRequests(
  db: Db | Tx,
  pushEventId: number,
): Promise<{ ref: string; name: string; oldSha: string; newSha: string }[]> {
  const { rows } = await sql<{ ref: string; name: string; old_sha: string; new_sha: string }>`
    with first as (select project_id, push_key, action from push_events where id = ${pushEventId}),
    names as (
      select m.source_branch as name from merge_requests m, first
      where m.source_project_id = first.project_id and m.state = 'opened'
      union
      select m.target_branch from merge_requests m, first
      where m.target_project_id = first.project_id and m.state = 'opened'
    )
    select e.ref, names.name, e.old_sha, e.new_sha from names, first, push_events e
    where e.push_key = first.push_key and e.ref = 'refs/heads/' || names.name and e.action = first.action
    order by e.id`.execute(db);
  return rows.map((row) => ({ ref: row.ref, name: row.name, oldSha: row.old_sha, newSha: row.new_sha }));
}

/** Who first moved the branch to one of these commits; null when that is not known. */
export async function findPusher(
  db: Db | Tx,
  { projectId, ref, newShas }: { projectId: number; ref: string; newShas: readonly string[] },
): Promise<number | null> {
  const row = await db
    .selectFrom('push_events')
    .select('actor_id')
    .where('project_id', '=', projectId)
    .where('ref', '=', ref)
    .where('new_sha', 'in', [...newShas])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.actor_id ?? null;
}
