import pg from 'pg';
import { type Db, sql, type Tx } from './db/database.ts';

/** Jobs of one kind that failed at their last attempt and are not tried again. */
export type FailedJobs = { name: string; count: number; lastError: string; lastAt: Date };

const GIVEN_UP = 'attempts >= max_attempts and locked_at is null and last_error is not null';
const MAX_ERROR_LENGTH = 300;

/** How many jobs are not tried again. */
export async function countFailedJobs(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where ${sql.raw(GIVEN_UP)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same by kind with the newest error of each, of a database that may not have been started yet; nothing is changed. */
export async function inspectFailedJobs(url: string): Promise<FailedJobs[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4_000 });
  await client.connect();
  try {
    const view = await client.query<{ name: string | null }>(
      "SELECT to_regclass('graphile_worker.jobs')::text AS name",
    );
    if (typeof view.rows[0]?.name !== 'string') return [];
    const { rows } = await client.query<{ name: string; count: number; last_error: string; last_at: Date }>(`
      SELECT task_identifier AS name, count(*)::int AS count, max(updated_at) AS last_at,
        (array_agg(last_error ORDER BY updated_at DESC))[1] AS last_error
      FROM graphile_worker.jobs WHERE ${GIVEN_UP} GROUP BY task_identifier ORDER BY task_identifier`);
    return rows.map(({ name, count, last_error: error, last_at: lastAt }) => ({
      name,
      count,
      lastError: (error.split('\n')[0] ?? '').slice(0, MAX_ERROR_LENGTH),
      lastAt: new Date(lastAt),
    }));
  } finally {
    await client.end();
  }
}
