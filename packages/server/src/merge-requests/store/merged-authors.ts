import type { Db, Tx } from '../../platform/db/database.ts';
import type {} from '../tables.ts';

/** Of these users, the authors of what was merged into the branch. */
export async function listMergedAuthors(
  db: Db | Tx,
  target: { projectId: number; branch: string },
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('author_id')
    .distinct()
    .where('target_project_id', '=', target.projectId)
    .where('target_branch', '=', target.branch)
    .where('state', '=', 'merged')
    .where('author_id', 'in', [...userIds])
    .execute();
  return new Set(rows.flatMap((row) => row.author_id ?? []));
}
