import type { Db, Tx } from '../../platform/db/database.ts';

export async function userFacts(db: Db | Tx, userId: number): Promise<{ isExternal: boolean; isAdmin: boolean }> {
  const row = await db
    .selectFrom('users')
    .select(['is_external', 'is_admin'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { isExternal: row?.is_external ?? true, isAdmin: row?.is_admin ?? false };
}
