import { AppError } from '@tributary/contract/errors/app-error.ts';
import type pg from 'pg';
import { isConnectionLost, isPassingFailure, translateDatabaseError } from './db/database-errors.ts';

/**
 * The pool as the job library gets it. The library does not await the statement that records the end of a job, and keeps a
 * failed look-up of its tasks for ever: a lost connection would end the process, or its jobs. Here such statements wait
 * until the database is back and are sent again, which all of them bear: each changes only what is still locked or missing.
 * Taking a job is sent once, as the library repeats it by itself.
 */
export type JobPool = {
  pool: pg.Pool;
  /** Is any statement on its way? */
  isBusy(): boolean;
  /** True for a while after an answer was lost: it may have locked a job that nobody works on. */
  mayHaveLostJobs(): boolean;
  /** Nothing is sent again from now on. */
  stop(): void;
};

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/** A lost job is looked for this long, as it is recognized by its age. */
const LOST_FOR_MS = 120_000;

const TAKE = /^get_job/;
const RECORD = /^(complete|fail)_job/;

export function createJobPool(pool: pg.Pool, report: (error: unknown, message: string) => void): JobPool {
  let underWay = 0;
  let lostUntilMs = -Infinity;
  let isStopped = false;

  const loseJobs = () => (lostUntilMs = performance.now() + LOST_FOR_MS);

  const sendUntilDone = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_RETRY_MS)) {
      try {
        return await pool.query(statement, values);
      } catch (error) {
        if (isStopped || !isPassing(error)) throw error;
        report(error, 'the state of a job is written again when the database is back');
        await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      }
    }
  };

  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const name = statement.name ?? '';
    underWay += 1;
    try {
      return await (TAKE.test(name) ? pool.query(statement, values) : sendUntilDone(statement, values));
    } catch (error) {
      loseJobs();
      if (!RECORD.test(name)) throw error;
      // Nobody awaits it. The job stays locked until it is found to be lost.
      report(error, 'the end of a job could not be written');
      return { rows: [], command: '', rowCount: 0, oid: 0, fields: [] };
    } finally {
      underWay -= 1;
    }
  };

  // Each use is one statement, so it takes its connection by itself.
  const client = { query, release: () => undefined };
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? pool.connect(callback) : Promise.resolve(client);
  return {
    pool: new Proxy(pool, {
      get(target, key) {
        if (key === 'connect') return connect;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    isBusy: () => underWay > 0,
    mayHaveLostJobs: () => performance.now() < lostUntilMs,
    stop: () => (isStopped = true),
  };
}

function isPassing(error: unknown): boolean {
  if (isConnectionLost(error) || isPassingFailure(error)) return true;
  const translated = translateDatabaseError(error);
  return translated instanceof AppError && translated.code === 'storage_full';
}
