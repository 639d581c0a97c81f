import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createPlatform } from '../src/app/create-platform.ts';
import { readConfig } from '../src/app/config.ts';
import { prepareInstance } from '../src/app/prepare-instance.ts';
import { readWebAssets, type WebAssets } from '../src/endpoints/pages/html-shell.ts';
import { SYSTEM } from '../src/platform/actor.ts';
import type { Config } from '../src/platform/config.ts';
import { type Context, contextFor, type Platform } from '../src/platform/context.ts';
import { registeredJobs } from '../src/platform/jobs.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export type TestApp = {
  platform: Platform;
  clock: TestClock;
  /** Context of the product itself. */
  system: Context;
  databaseUrl: string;
  dataDir: string;
  /** The HTTP server, not listening; `inject` sends it requests. Made at first use. */
  server(): Promise<FastifyInstance>;
  /** Makes the server listen on a free loopback port and gives its origin, for git and browsers. */
  listen(): Promise<string>;
  /** Runs every waiting job until none is left; throws the first failure. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

async function copyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template_tributary STRATEGY FILE_COPY`);
  await admin.end();
  return {
    url: adminUrl.replace(/\/tributary$/, `/${name}`),
    drop: async () => {
      const again = new pg.Client({ connectionString: adminUrl });
      await again.connect();
      await again.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await again.end();
    },
  };
}

/** A whole Tributary on its own database and folder, with a movable clock. Close it in `afterAll`. */
export async function createTestApp(
  settings: Partial<Config> = {},
  { hasEvenRefusals = false, ...web }: { hasEvenRefusals?: boolean; bodyIdleMs?: number } = {},
): Promise<TestApp> {
  const database = await copyDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-test-'));
  const clock = createTestClock();
  const config: Config = {
    ...readConfig(['--data', dataDir], { TRIBUTARY_ROOT_PASSWORD: 'correct-horse-battery' }),
    logLevel: 'silent',
    // The clock stands still, so a minute never ends.
    rateLimits: { authenticated: 1_000_000, unauthenticated: 1_000_000 },
    ...settings,
  };
  const log = pino({ level: process.env['TRIBUTARY_TEST_LOG'] ?? 'silent' });
  const running = await createPlatform(config, database.url, { clock, log });
  const { platform } = running;
  await prepareInstance(platform);
  let server: FastifyInstance | undefined;
  const system = contextFor(platform, SYSTEM, { id: 'test' });

  const getServer = async () => {
    if (!server) {
      const { createWebServer } = await import('../src/app/web.ts');
      server = await createWebServer(platform, builtOrBareAssets(dataDir), { hasEvenRefusals, ...web });
      await server.ready();
    }
    return server;
  };
  return {
    platform,
    clock,
    system,
    databaseUrl: database.url,
    dataDir,
    server: getServer,
    async listen() {
      const address = await (await getServer()).listen({ host: '127.0.0.1', port: 0 });
      config.url = address;
      await platform.realtime.start();
      return address;
    },
    runJobs: () => runWaitingJobs(system),
    async close() {
      await server?.close();
      await platform.realtime.stop();
      await running.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The built web where there is one; tests of data alone do not need it. */
function builtOrBareAssets(dataDir: string): WebAssets {
  try {
    return readWebAssets();
  } catch {
    return { directory: dataDir, entry: 'main.js', styles: [], preloads: [], fonts: [], pageFiles: new Map() };
  }
}

type WaitingJob = { id: string; task: string; payload: unknown };

/** Takes waiting jobs in order, whatever time they are due, as the worker would. */
async function runWaitingJobs(system: Context): Promise<void> {
  const { sql } = await import('../src/platform/db/database.ts');
  for (let round = 0; round < 500; round++) {
    const { rows } = await sql<WaitingJob>`
      select jobs.id::text as id, tasks.identifier as task, jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id order by jobs.id limit 20`.execute(
      system.db,
    );
    if (rows.length === 0) return;
    for (const job of rows) {
      await sql`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`.execute(system.db);
      const definition = registeredJobs().get(job.task);
      if (!definition) throw new Error(`no job is named ${job.task}`);
      await definition.run(system, job.payload);
    }
  }
  throw new Error('jobs keep making jobs');
}
