import type { Extension } from './extensions.ts';
import {
  Logger as WorkerLogger,
  type Runner,
  run as runWorker,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Context, Platform } from './context.ts';
import { contextFor } from './context.ts';
import { type Database, type Db, sql, type Tx } from './db/database.ts';
import { isConnectionLost } from './db/database-errors.ts';
import { createJobLeases } from './job-leases.ts';
import { createJobPool, type JobPool } from './job-pool.ts';
import { releaseLostJobs, releaseLostQueues } from './lost-jobs.ts';
import { SYSTEM } from './actor.ts';
import { wakeOneByOne } from './wake-workers.ts';

export type JobOptions = {
  /** Not before this time. */
  runAt?: Date;
  /**
   * A waiting job with the same key is replaced, so repeated causes give one run. If it is due it keeps its turn: a cause
   * that is repeated faster than jobs are worked off would put it off for ever.
   */
  key?: string;
  maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Higher waits for lower; 0 when left out. */
  priority?: number;
};

/** Tries of a job that does not say otherwise. */
export const MAX_ATTEMPTS = 8;

export type JobDefinition<Payload> = {
  name: string;
  /** Work that waits for machines elsewhere takes its own places, so that a slow one never holds up the product's own. */
  lane?: 'outbound';
  run: (ctx: Context, payload: Payload) => Promise<void>;
};

const definitions = new Map<string, JobDefinition<unknown>>();

/** Describes a job, which `registerJob` adds. The payload is JSON that this product wrote itself. */
export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

/** Lets this process work on a job. */
export function registerJob<Payload>(definition: JobDefinition<Payload>): Extension {
  return () => {
    if (definitions.has(definition.name)) throw new Error(`job ${definition.name} is defined twice`);
    definitions.set(definition.name, definition as JobDefinition<unknown>);
  };
}

/** Adds a job in the caller's transaction: it exists exactly if its cause was committed. */
export async function addJob<Payload>(
  ctx: { db: Db | Tx },
  job: JobDefinition<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  const key = options.key ?? null;
  await sql`select graphile_worker.add_job(
    ${job.name}, ${JSON.stringify(payload)}::json,
    queue_name => ${options.queue ?? null},
    run_at => coalesce(${options.runAt ?? null}::timestamptz, (
      select run_at from graphile_worker._private_jobs
      where key = ${key} and locked_at is null and attempts = 0 and run_at < now())),
    max_attempts => ${options.maxAttempts ?? MAX_ATTEMPTS}::int,
    job_key => ${key},
    priority => ${options.priority ?? 0}::int)`.execute(ctx.db);
}

/** The same job for each of these, with one statement. */
export async function addJobs<Payload>(
  ctx: { db: Db | Tx },
  job: JobDefinition<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  if (payloads.length === 0) return;
  const texts = payloads.map((payload) => JSON.stringify(payload));
  await sql`select count((graphile_worker.add_job(${job.name}, each.payload::json, max_attempts => ${MAX_ATTEMPTS}::int)).id)
    from unnest(${texts}::text[]) as each (payload)`.execute(ctx.db);
}

export type Jobs = {
  /** Starts taking jobs in this process. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Repeated work: cron expression (UTC) → job name with an empty payload. */
const schedules: string[] = [];

export function scheduleJob(cron: string, job: JobDefinition<Record<string, never>>): Extension {
  return () => {
    schedules.push(`${cron} ${job.name} ?fill=1h`);
  };
}

export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
}

type Lane = { lane: JobDefinition<unknown>['lane']; concurrency: number };

const LANES: readonly Lane[] = [
  { lane: undefined, concurrency: 4 },
  { lane: 'outbound', concurrency: 10 },
];

const RESTART_MS = 1_000;
/** Often: the database may need a moment to notice that a process is gone. */
const RELEASE_EVERY_MS = 4_000;

/** What works on the jobs of one lane until it is stopped or gives up. */
type OpenLane = { runner: Runner; pools: string[]; jobPool: JobPool; running: Set<string> };

export function createJobs(database: Pick<Database, 'pool' | 'url' | 'watch'>, platform: () => Platform): Jobs {
  const lanes = new Map<Lane['lane'], OpenLane>();
  const leases = createJobLeases(database, () => platform().log);
  let release: NodeJS.Timeout | undefined;
  let isRunning = false;

  // The lease is taken again by itself; until then at worst a job is run twice, which all of them bear.
  const later = (error: unknown) => platform().log.warn({ err: error }, 'the lease on jobs is not taken yet');

  const open = async ({ lane, concurrency }: Lane): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    const pools: string[] = [];
    const running = new Set<string>();
    const jobPool = createJobPool(database.pool, (error, message) =>
      platform().log.warn({ err: error, lane }, message),
    );
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id));
    wakeOneByOne(events, platform().answers);
    const runner = await runWorker({
      pgPool: jobPool.pool,
      concurrency,
      pollInterval: 2_000,
      noHandleSignals: true,
      taskList: taskList(platform, lane, running),
      crontab: lane === undefined ? schedules.join('\n') : '',
      logger: quietLogger(platform),
      events,
    });
    // Stopped meanwhile.
    if (!isRunning) return runner.stop();
    const opened = { runner, pools, jobPool, running };
    lanes.set(lane, opened);
    for (const pool of pools) await leases.hold(pool).catch(later);
    // It gives up when the database stays away; the service does not.
    const ended = (error?: unknown) => {
      if (!isRunning || lanes.get(lane) !== opened) return;
      lanes.delete(lane);
      jobPool.stop();
      platform().log.error({ err: error, lane }, 'jobs stopped and are started again');
      for (const pool of pools) leases.letGo(pool);
      reopenLater({ lane, concurrency });
    };
    runner.promise.then(() => ended(), ended);
  };

  const reopenLater = (which: Lane): void => {
    setTimeout(() => {
      if (!isRunning) return;
      open(which).catch((error: unknown) => {
        platform().log.warn({ err: error }, 'jobs cannot be started yet');
        reopenLater(which);
      });
    }, RESTART_MS).unref();
  };

  const releaseDead = async (): Promise<void> => {
    try {
      const { db, log } = platform();
      const count = await leases.releaseDead(db);
      if (count > 0) log.warn({ count }, 'jobs of processes that are gone are taken up again');
      let lost = await releaseLostQueues(db);
      for (const { pools, jobPool, running } of lanes.values()) {
        if (jobPool.mayHaveLostJobs() && !jobPool.isBusy()) lost += await releaseLostJobs(db, pools, [...running]);
      }
      if (lost > 0) log.warn({ count: lost }, 'jobs that nobody worked on any more are taken up again');
    } catch (error) {
      platform().log.warn({ err: error }, 'jobs of processes that are gone could not be looked for');
    }
  };

  return {
    async start() {
      isRunning = true;
      for (const which of LANES) {
        await open(which).catch((error: unknown) => {
          if (!isConnectionLost(error)) throw error;
          reopenLater(which);
        });
      }
      await releaseDead();
      release = setInterval(() => void releaseDead(), RELEASE_EVERY_MS).unref();
    },
    async stop() {
      isRunning = false;
      clearInterval(release);
      const stopping = [...lanes.values()];
      lanes.clear();
      await Promise.all(
        stopping.map(({ runner, jobPool }) => {
          jobPool.stop();
          // It may have given up in this moment.
          return runner
            .stop()
            .catch((error: unknown) => platform().log.warn({ err: error }, 'jobs had stopped already'));
        }),
      );
      await leases.stop();
    },
  };
}

/** `running` holds the ids of the jobs under way. */
function taskList(platform: () => Platform, lane: JobDefinition<unknown>['lane'], running: Set<string>): TaskList {
  const tasks: TaskList = {};
  for (const [name, definition] of definitions) {
    if (definition.lane !== lane) continue;
    tasks[name] = async (payload, helpers) => {
      running.add(helpers.job.id);
      try {
        await definition.run(contextFor(platform(), SYSTEM, { id: `job-${helpers.job.id}` }), payload);
      } finally {
        running.delete(helpers.job.id);
      }
    };
  }
  return tasks;
}

/** Names of all registered jobs with their code, for tests that run what is waiting at once. */
export function registeredJobs(): ReadonlyMap<string, JobDefinition<unknown>> {
  return definitions;
}

function quietLogger(platform: () => Platform) {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') platform().log.error({ meta }, message);
    else if (level === 'warning') platform().log.warn(message);
  });
}
