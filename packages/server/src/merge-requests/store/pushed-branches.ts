import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export type PushedBranch = { branch: string; sha: string; at: Date };

/** Branches the person moved lately, newest first, that no merge request was ever made of in that state. */
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
