import type { Db, Tx } from '../../platform/db/database.ts';

type Key = { noteableType: string; noteableId: number };

/** Commits that were looked at when a thread was begun. */
export async function listCommentedCommits(db: Db | Tx, key: Key): Promise<string[]> {
  const rows = await db
    .selectFrom('discussions')
    .select('commit_id')
    .distinct()
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('commit_id', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.commit_id ?? []);
}

/** The newest of these acts that the product noted down. */
export async function findLastSystemAction(
  db: Db | Tx,
  key: Key,
  actions: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('notes')
    .select('system_action')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('is_system', '=', true)
    .where('system_action', 'in', [...actions])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.system_action ?? undefined;
}

/** What the product noted down about one kind of act. */
export async function listSystemTexts(db: Db | Tx, key: Key, action: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notes')
    .select('body')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('is_system', '=', true)
    .where('system_action', '=', action)
    .execute();
  return rows.map((row) => row.body);
}
