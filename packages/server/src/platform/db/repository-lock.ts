import { sql } from 'kysely';
import type { Db } from './database.ts';

export type LockOutcome<T> = { held: true; value: T } | { held: false };

/**
 * Runs the work while this process alone, of all processes, holds the repository's lease (an advisory lock: the database
 * frees it when the connection dies). For maintenance and recovery, never for the ref moves of ordinary pushes, which git's own
 * locks order. Does not wait: `held` is false when someone else has it. Occupies one connection, so keep it rare.
 */
export async function withRepositoryLock<T>(
  db: Db,
  projectId: number,
  work: () => Promise<T>,
): Promise<LockOutcome<T>> {
  const key = sql`hashtextextended(${`repository:${projectId}`}, 0)`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${key}) as held`.execute(connection);
    if (rows[0]?.held !== true) return { held: false };
    try {
      return { held: true, value: await work() };
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
