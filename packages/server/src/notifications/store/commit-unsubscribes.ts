import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type {} from '../tables.ts';

/** Leaving again moves the time: what was said there before brings nobody back. */
export async function addCommitUnsubscribe(db: Db | Tx, commitId: number, userId: number): Promise<void> {
  await db
    .insertInto('left_commits')
    .values({ commit_id: commitId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['commit_id', 'user_id']).doUpdateSet({ left_at: sql<Date>`now()` }))
    .execute();
}

/** Of what someone said at this time. */
export async function deleteCommitUnsubscribe(
  db: Db | Tx,
  commitId: number,
  userId: number,
  before: Date,
): Promise<void> {
  await db
    .deleteFrom('left_commits')
    .where('commit_id', '=', commitId)
    .where('user_id', '=', userId)
    .where('left_at', '<', before)
    .execute();
}

export async function listUnsubscribedFromCommit(db: Db | Tx, commitId: number): Promise<number[]> {
  const rows = await db.selectFrom('left_commits').select('user_id').where('commit_id', '=', commitId).execute();
  return rows.map((row) => row.user_id);
}
