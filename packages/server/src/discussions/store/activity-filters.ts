import type { Db, Tx } from '../../platform/db/database.ts';

type Filter = 0 | 1 | 2;

export async function findActivityFilter(db: Db | Tx, userId: number, type: string): Promise<Filter> {
  const row = await db
    .selectFrom('activity_filters')
    .select('filter')
    .where('user_id', '=', userId)
    .where('noteable_type', '=', type)
    .executeTakeFirst();
  return row?.filter ?? 0;
}

export async function saveActivityFilter(db: Db | Tx, userId: number, type: string, filter: Filter): Promise<void> {
  await db
    .insertInto('activity_filters')
    .values({ user_id: userId, noteable_type: type, filter })
    .onConflict((conflict) => conflict.columns(['user_id', 'noteable_type']).doUpdateSet({ filter }))
    .execute();
}
