import pg from 'pg';
import { type Database, type Db, sql } from './db/database.ts';
import type { Logger } from './log.ts';

/**
 * Who works on jobs says so with an advisory lock per worker pool, on a connection that lives as long as the process. A job
 * whose pool nobody vouches for any more was left by a process that was killed; left alone it would wait for hours.
 */
export type JobLeases = {
  /** Vouches for a pool of this process from now on. */
  hold(poolId: string): Promise<void>;
  /** A pool of this process has ended: what it still has is to be given back. */
  letGo(poolId: string): void;
  /** Gives back the jobs and queues of pools that are gone; how many pools that were. */
  releaseDead(db: Db): Promise<number>;
  stop(): Promise<void>;
};

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** A machine that lost its power says no goodbye: the database asks after it this often, in seconds. */
const KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const keyOf = (poolId: string) => `job-pool:${poolId}`;

export function createJobLeases({ url, watch }: Pick<Database, 'url' | 'watch'>, log: () => Logger): JobLeases {
  const held = new Set<string>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'tributary-jobs',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => watch.socket(),
    });
    const lost = () => {
      if (client === next) client = undefined;
      if (isStopped || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        connect().catch((error: unknown) => log().warn({ err: error }, 'the lease on jobs is not renewed yet'));
      }, RECONNECT_MS).unref();
    };
    next.on('error', lost);
    next.on('end', lost);
    try {
      await next.connect();
      await next.query(KEEPALIVE);
      for (const poolId of held) await take(next, poolId);
    } catch (error) {
      lost();
      throw error;
    }
    client = next;
    return next;
  };

  return {
    async hold(poolId) {
      isStopped = false;
      held.add(poolId);
      if (client) await take(client, poolId);
      else await connect();
    },
    letGo(poolId) {
      if (!held.delete(poolId)) return;
      // Without a connection the lock is gone as well.
      client
        ?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [keyOf(poolId)])
        .catch((error: unknown) => log().warn({ err: error }, 'the lease on jobs ends with its connection'));
    },
    async releaseDead(db) {
      const { rows } = await sql<{ pool: string }>`
        select locked_by as pool from graphile_worker._private_jobs where locked_by is not null
        union select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db);
      let released = 0;
      for (const { pool } of rows) if (!held.has(pool) && (await releaseIfDead(db, pool))) released += 1;
      return released;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
      held.clear();
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
}

async function take(client: pg.Client, poolId: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [keyOf(poolId)]);
}

function releaseIfDead(db: Db, poolId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isDead: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${keyOf(poolId)}, 0)) as "isDead"`.execute(tx);
    if (rows[0]?.isDead !== true) return false;
    await sql`select graphile_worker.force_unlock_workers(array[${poolId}]::text[])`.execute(tx);
    return true;
  });
}
