import type { Db, Tx } from '../../../platform/db/database.ts';
import type {} from '../../tables.ts';

export type DiscussedCommit = { projectId: number; sha: string };

export async function findDiscussedCommit(
  db: Db | Tx,
  id: number,
): Promise<(DiscussedCommit & { title: string | null }) | undefined> {
  const row = await db
    .selectFrom('discussed_commits')
    .select(['project_id', 'sha', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { projectId: row.project_id, sha: row.sha, title: row.title };
}

export async function addDiscussedCommit(
  db: Db | Tx,
  id: number,
  commit: DiscussedCommit & { title: string },
): Promise<void> {
  await db
    .insertInto('discussed_commits')
    .values({ id, project_id: commit.projectId, sha: commit.sha, title: commit.title })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listDiscussedCommits(
  db: Db | Tx,
  ids: readonly number[],
): Promise<(DiscussedCommit & { id: number })[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('discussed_commits')
    .select(['id', 'project_id as projectId', 'sha'])
    .where('id', 'in', [...ids])
    .execute();
}
