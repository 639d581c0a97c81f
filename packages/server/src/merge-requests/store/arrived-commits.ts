import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Target = { projectId: number; branch: string };

/** Of these commits, those that come with a merge request of the branch: it is merged, or its head is among them. */
export async function listShasOfMerged(db: Db | Tx, target: Target, shas: readonly string[]): Promise<Set<string>> {
  const list = [...shas];
  const { rows } = await sql<{ sha: string }>`
    select distinct c.sha from merge_request_version_commits c
    join merge_requests m on m.latest_version_id = c.version_id
    where c.sha = any(${list}::text[]) and m.target_project_id = ${target.projectId}
      and m.target_branch = ${target.branch}
      and (m.state in ('merged', 'locked') or m.head_sha = any(${list}::text[]))`.execute(db);
  return new Set(rows.map((row) => row.sha));
}

/** Merges that the product made, and squashes made elsewhere that are known, which put a branch at one of these commits. */
export async function listMergesAt(
  db: Db | Tx,
  projectId: number,
  shas: readonly string[],
): Promise<{ fromSha: string | null }[]> {
  return db
    .selectFrom('merge_requests')
    .select('merged_target_from_sha as fromSha')
    .where('target_project_id', '=', projectId)
    .where('merged_commit_sha', 'in', [...shas])
    .where((eb) => eb.or([eb('merged_by_push', '=', false), eb('squash_commit_sha', 'in', [...shas])]))
    .execute();
}

/** Did a merge that the product made put the branch there? */
export async function findMergedAt(db: Db | Tx, projectId: number, sha: string): Promise<boolean> {
  const row = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', projectId)
    .where('merged_commit_sha', '=', sha)
    .where('merged_by_push', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
