import { AppError } from '@tributary/contract/errors/app-error.ts';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { type ConnectionWatch, createConnectionWatch } from './connection-watch.ts';
import { translateDatabaseError } from './database-errors.ts';
import { createQuickQuestions, type QuickQuestions } from './quick-questions.ts';
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

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** On a connection of the pool that stays at hand while they are asked. */
  questions: QuickQuestions;
  url: string;
  /** Watches the connections of the pool and those that take their sockets from it. Started by who serves. */
  watch: ConnectionWatch;
  /** Lets the work wait longer for a connection, as a start must that loads its modules meanwhile. */
  withPatience<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 4_000;
const PATIENT_CONNECT_TIMEOUT_MS = 30_000;

/** Opens the pool. A lost server is an expected failure ("database_unavailable"), never a crash of the process. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const report = (error: Error) => options.onError?.(error);
  const watch = createConnectionWatch(url, report);
  const pool = new pg.Pool({
    connectionString: url,
    stream: () => watch.socket(),
    // One of them is mostly at hand for quick questions.
    max: (options.max ?? 12) + 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: 30_000,
    application_name: 'tributary',
  });
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const questions = createQuickQuestions(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // The query builder ends the pool only if it ever used it, so the pool is ended here.
  const close = async () => {
    watch.stop();
    questions.close();
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
  return { db, pool, questions, url, watch, withPatience, close };
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
