import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { WrittenCommand } from '../rules/split-commands.ts';
import type { CommandOutcome, CommandRunTable } from '../tables.ts';

type Database = Db | Tx;
export type RunKey = { authorId: number; noteableType: string; noteableId: number; idempotencyKey: string };
export type CommandRunRow = Selectable<CommandRunTable>;

/** False when commands with this key are written down already. */
export async function insertRun(
  db: Database,
  key: RunKey,
  run: { commands: readonly WrittenCommand[]; seenHeadSha: string | null; outcome: CommandOutcome },
): Promise<boolean> {
  const row = await db
    .insertInto('command_runs')
    .values({
      author_id: key.authorId,
      noteable_type: key.noteableType,
      noteable_id: key.noteableId,
      idempotency_key: key.idempotencyKey,
      commands: JSON.stringify(run.commands),
      seen_head_sha: run.seenHeadSha,
      outcome: JSON.stringify(run.outcome),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('author_id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findRun(db: Database, key: RunKey): Promise<CommandRunRow | undefined> {
  return ofKey(db, key).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockRun(db: Database, key: RunKey): Promise<CommandRunRow | undefined> {
  return ofKey(db, key).forUpdate().executeTakeFirst();
}

function ofKey(db: Database, key: RunKey) {
  return db
    .selectFrom('command_runs')
    .selectAll()
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('idempotency_key', '=', key.idempotencyKey);
}

/** False when that many were done before. */
export async function advanceRun(
  db: Database,
  key: RunKey,
  from: number,
  to: { done: number; outcome: CommandOutcome },
): Promise<boolean> {
  const result = await db
    .updateTable('command_runs')
    .set({ done: to.done, outcome: JSON.stringify(to.outcome), busy_until: null })
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('idempotency_key', '=', key.idempotencyKey)
    .where('done', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False while somebody else is at this command. */
export async function claimStep(db: Database, key: RunKey, step: number, forMs: number): Promise<boolean> {
  const result = await sql`
    update command_runs set busy_until = clock_timestamp() + ${forMs}::integer * interval '1 millisecond'
    where author_id = ${key.authorId} and noteable_type = ${key.noteableType} and noteable_id = ${key.noteableId}
      and idempotency_key = ${key.idempotencyKey} and done = ${step}
      and (busy_until is null or busy_until < clock_timestamp())`.execute(db);
  return Number(result.numAffectedRows) > 0;
}

/** Says that the step claimed by `claimStep` is still being worked on, for so long again. */
export async function renewStep(db: Database, key: RunKey, step: number, forMs: number): Promise<void> {
  await sql`
    update command_runs set busy_until = clock_timestamp() + ${forMs}::integer * interval '1 millisecond'
    where author_id = ${key.authorId} and noteable_type = ${key.noteableType} and noteable_id = ${key.noteableId}
      and idempotency_key = ${key.idempotencyKey} and done = ${step}`.execute(db);
}

export async function deleteRun(db: Database, key: RunKey): Promise<void> {
  await db
    .deleteFrom('command_runs')
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('idempotency_key', '=', key.idempotencyKey)
    .execute();
}

export async function deleteRunsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('command_runs').where('created_at', '<', before).execute();
}
