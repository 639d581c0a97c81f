import { AppError } from '@tributary/contract/errors/app-error.ts';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { type ConnectionWatch, createConnectionWatch } from './connection-watch.ts';
import { translateDatabaseError } from './database-errors.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export { sql };

// Ids and counters fit a double; dates without a time stay text so that no time zone can move them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
/** Object id of bigint[], which the driver does not name; id lists have no nesting and no nulls. */
const BIGINT_ARRAY: number = 1016;
pg.types.setTypeParser(BIGINT_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));

/** A statement for one value; each connection prepares it once, under its name. `parameter` is its `$1`, if it has one. */
export type ValueQuery = { name: string; text: string };
export type ReadValue = (query: ValueQuery, parameter?: string) => Promise<string | null>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** The value as text; null when there is none. Fails as the driver does. */
  readValue: ReadValue;
  url: string;
  /** Watches the connections of the pool and those that take their sockets from it. Started by who serves. */
  watch: ConnectionWatch;
  /** Lets the work wait longer for a connection, as a start must that loads its modules meanwhile. */
  withPatience<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const AS_TEXT = { getTypeParser: () => String };
const CONNECT_TIMEOUT_MS = 4_000;
const PATIENT_CONNECT_TIMEOUT_MS = 30_000;

/** Opens the pool. A lost server is an expected failure ("database_unavailable"), never a crash of the process. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const report = (error: Error) => options.onError?.(error);
  const watch = createConnectionWatch(url, report);
  const pool = new pg.Pool({
    connectionString: url,
    stream: () => watch.socket(),
    // One more for the cache versions, which every reading request needs first.
    max: (options.max ?? 12) + 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: 30_000,
    application_name: 'tributary',
  });
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const readValue: ReadValue = async ({ name, text }, parameter) => {
    const values = parameter === undefined ? [] : [parameter];
    const { rows } = await pool.query<[string | null]>({ name, text, values, rowMode: 'array', types: AS_TEXT });
    return rows[0]?.[0] ?? null;
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // The query builder ends the pool only if it ever used it, so the pool is ended here.
  const close = async () => {
    watch.stop();
    if (!pool.ending) await pool.end();
  };
  const withPatience = async <T>(work: () => Promise<T>): Promise<T> => {
    pool.options.connectionTimeoutMillis = PATIENT_CONNECT_TIMEOUT_MS;
    try {
      return await work();
    } finally {
      pool.options.connectionTimeoutMillis = CONNECT_TIMEOUT_MS;
    }
  };
  return { db, pool, readValue, url, watch, withPatience, close };
}

/**
 * Runs the work in one transaction and translates driver failures at this edge; inside a transaction it joins it. Fails with
 * `outcome_unknown` when the connection broke while it was being committed.
 */
export async function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  let isCommitting = false;
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    const translated = translateDatabaseError(error);
    const isUnknown = isCommitting && translated instanceof AppError && translated.code === 'database_unavailable';
    throw isUnknown ? new AppError('outcome_unknown', {}, { cause: error }) : translated;
  }
}
