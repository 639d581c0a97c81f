import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { WrittenCommand } from '@tributary/contract/discussions/split-commands.ts';
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

/** False when that many were done before. `isUntold`: nobody is there to hear of it. */
export async function advanceRun(
  db: Database,
  key: RunKey,
  from: number,
  to: { done: number; outcome: CommandOutcome; isUntold?: boolean },
): Promise<boolean> {
  const result = await updateOf(db, key)
    .set({
      done: to.done,
      outcome: JSON.stringify(to.outcome),
      busy_until: null,
      ...(to.isUntold === true && { untold_since: sql<Date>`clock_timestamp()` }),
    })
    .where('done', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function updateOf(db: Database, key: RunKey) {
  return db
    .updateTable('command_runs')
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('idempotency_key', '=', key.idempotencyKey);
}

/** Whether its writer is still to be told what came of it. */
export async function setUntold(db: Database, key: RunKey, isUntold: boolean): Promise<void> {
  await updateOf(db, key)
    .set({ untold_since: isUntold ? sql<Date>`clock_timestamp()` : null })
    .execute();
}

export type UntoldRun = { outcome: CommandOutcome | null; sinceMicros: number };

/** What came of commands while nobody was there to hear of it, in the order it was done. */
export async function listUntold(db: Database, key: Omit<RunKey, 'idempotencyKey'>): Promise<UntoldRun[]> {
  return db
    .selectFrom('command_runs')
    .select(['outcome', sql<number>`(extract(epoch from untold_since) * 1000000)::bigint`.as('sinceMicros')])
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('untold_since', 'is not', null)
    .orderBy('untold_since')
    .execute();
}

export async function clearUntold(
  db: Database,
  key: Omit<RunKey, 'idempotencyKey'>,
  untilMicros: number,
): Promise<void> {
  await db
    .updateTable('command_runs')
    .set({ untold_since: null })
    .where('author_id', '=', key.authorId)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('untold_since', '<=', sql<Date>`to_timestamp(0) + ${untilMicros}::bigint * interval '1 microsecond'`)
    .execute();
}

/**
 * Takes a command for oneself; undefined while someone else is at it. `isAgain`: it was taken before, and nobody saw the
 * end of that.
 */
export async function claimStep(
  db: Database,
  key: RunKey,
  step: number,
  forMs: number,
): Promise<{ isAgain: boolean } | undefined> {
  const { rows } = await sql<{ isAgain: boolean }>`
    with free as (
      select ctid as place, busy_until is not null as again from command_runs
      where author_id = ${key.authorId} and noteable_type = ${key.noteableType} and noteable_id = ${key.noteableId}
        and idempotency_key = ${key.idempotencyKey} and done = ${step}
        and (busy_until is null or busy_until < clock_timestamp())
      for update
    )
    update command_runs set busy_until = clock_timestamp() + ${forMs}::integer * interval '1 millisecond'
    from free where command_runs.ctid = free.place
    returning free.again as "isAgain"`.execute(db);
  return rows[0];
}

/** Says that the step claimed by `claimStep` is still being worked on, for so long again; 0: not any more. */
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
