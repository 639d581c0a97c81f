import path from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '../../packages/server/src/platform/db/embedded-postgres.ts';
import type { RunningServer } from './running-server.ts';

/** Asks the database of a running server directly, for what no public interface shows. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  server: Pick<RunningServer, 'dataDir'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const url = await findRunningPostgres(path.join(server.dataDir, 'postgres'));
  if (url === undefined) throw new Error('the database does not run');
  return queryUrl<Row>(url, text, values);
}

export async function queryUrl<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
