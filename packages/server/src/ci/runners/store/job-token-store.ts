import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { JobRow } from '../../store/job-store.ts';

/** The job in work whose token this is: a token ends with its job. */
export function findJobByToken(db: Db | Tx, digest: Buffer): Promise<JobRow | undefined> {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('token_hash', '=', digest)
    .where('status', 'in', ['running', 'canceling'])
    .executeTakeFirst();
}

/** Why it fails, beside the reason that clients know. */
export async function describeProblem(db: Db | Tx, id: number, text: string): Promise<void> {
  await db
    .updateTable('ci_jobs')
    .set({ description: text.slice(0, 1_000) })
    .where('id', '=', id)
    .execute();
}

/** Its runner was heard of: a job whose runner is silent for long is ended. */
export async function touchJob(db: Db | Tx, id: number): Promise<void> {
  await db
    .updateTable('ci_jobs')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['running', 'canceling'])
    .execute();
}
