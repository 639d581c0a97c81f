import type { Db, Tx } from '../../platform/db/database.ts';
import type { CommandOutcome } from '../tables.ts';
import type {} from '../tables.ts';

type Database = Db | Tx;
export type RunKey = { authorId: number; noteableType: string; noteableId: number; idempotencyKey: string };

const columnsOf = (key: RunKey) => ({
  author_id: key.authorId,
  noteable_type: key.noteableType,
  noteable_id: key.noteableId,
  idempotency_key: key.idempotencyKey,
});

/** False when a request with this key has done its commands, or is doing them. */
export async function claimRun(db: Database, key: RunKey): Promise<boolean> {
  const row = await db
    .insertInto('command_runs')
    .values(columnsOf(key))
    .onConflict((conflict) => conflict.doNothing())
    .returning('author_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null: they are being done. */
export async function findRun(db: Database, key: RunKey): Promise<CommandOutcome | null | undefined> {
  const row = await ofKey(db, key).executeTakeFirst();
  return row?.outcome;
}

function ofKey(db: Database, key: RunKey) {
  const columns = columnsOf(key);
  return db
    .selectFrom('command_runs')
    .select('outcome')
    .where('author_id', '=', columns.author_id)
    .where('noteable_type', '=', columns.noteable_type)
    .where('noteable_id', '=', columns.noteable_id)
    .where('idempotency_key', '=', columns.idempotency_key);
}

export async function finishRun(db: Database, key: RunKey, outcome: CommandOutcome): Promise<void> {
  await db
    .updateTable('command_runs')
    .set({ outcome: JSON.stringify(outcome) })
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('idempotency_key', '=', key.idempotencyKey)
    .execute();
}

export async function deleteRunsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('command_runs').where('created_at', '<', before).execute();
}
