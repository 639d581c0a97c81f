import type { Db, Tx } from '../../../platform/db/database.ts';
import type {} from '../../tables.ts';

export async function isStarredBy(db: Db | Tx, projectId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('project_stars')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
