import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type {} from '../tables.ts';

/** 0 where the caches of a project were never cleared. */
export async function findCacheIndex(db: Db | Tx, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('ci_cache_indexes')
    .select('cache_index')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.cache_index ?? 0;
}

export async function nextCacheIndex(db: Db | Tx, projectId: number): Promise<void> {
  await db
    .insertInto('ci_cache_indexes')
    .values({ project_id: projectId, cache_index: 1 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ cache_index: sql<number>`ci_cache_indexes.cache_index + 1` }),
    )
    .execute();
}
