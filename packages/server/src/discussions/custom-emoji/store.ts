import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { CustomEmojiTable } from '../tables.ts';

type Database = Db | Tx;
export type CustomEmojiRow = Selectable<CustomEmojiTable>;

/** Of these groups, by name. */
export function listCustomEmoji(
  db: Database,
  namespaceIds: readonly number[],
  names?: readonly string[],
): Promise<CustomEmojiRow[]> {
  if (namespaceIds.length === 0 || names?.length === 0) return Promise.resolve([]);
  let query = db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('namespace_id', 'in', [...namespaceIds]);
  if (names) query = query.where('name', 'in', [...names]);
  return query.orderBy('name').orderBy('id').execute();
}

export function listCustomEmojiByIds(db: Database, ids: readonly number[]): Promise<CustomEmojiRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export function findCustomEmoji(db: Database, id: number): Promise<CustomEmojiRow | undefined> {
  return db.selectFrom('custom_emoji').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isStoredEmojiImage(db: Database, fileName: string): Promise<boolean> {
  const row = await db.selectFrom('custom_emoji').select('id').where('file_name', '=', fileName).executeTakeFirst();
  return row !== undefined;
}

export async function countCustomEmoji(db: Database, namespaceId: number): Promise<number> {
  const row = await db
    .selectFrom('custom_emoji')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('namespace_id', '=', namespaceId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Undefined when the group has one of this name. */
export function insertCustomEmoji(
  db: Database,
  values: Pick<CustomEmojiRow, 'namespace_id' | 'name' | 'file_name' | 'creator_id'>,
): Promise<CustomEmojiRow | undefined> {
  return db
    .insertInto('custom_emoji')
    .values(values)
    .onConflict((conflict) => conflict.constraint('custom_emoji_name_taken').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function deleteCustomEmoji(db: Database, id: number): Promise<void> {
  await db.deleteFrom('custom_emoji').where('id', '=', id).execute();
}
