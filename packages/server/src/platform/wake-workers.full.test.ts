import { type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sql } from './db/database.ts';
import { createAnswersFirst } from './answers-first.ts';
import { wakeOneByOne } from './wake-workers.ts';

/** Whoever is not woken asks only then: nothing here waits as long. */
const POLL_MS = 60_000;
const WORKERS = 6;

let app: TestApp;
const runners: Runner[] = [];
let pool: pg.Pool;

beforeEach(async () => {
  app = await createTestApp();
  pool = new pg.Pool({ connectionString: app.databaseUrl });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await pool.end();
  await app.close();
});

async function open(taskList: TaskList): Promise<{ questions: () => number }> {
  const events: WorkerEvents = new EventEmitter();
  wakeOneByOne(events, createAnswersFirst());
  let questions = 0;
  let answers = 0;
  events.on('worker:getJob:start', () => (questions += 1));
  events.on('worker:getJob:empty', () => (answers += 1));
  const listening = new Promise<void>((resolve) => events.on('pool:listen:success', () => resolve()));
  runners.push(
    await run({
      pgPool: pool,
      concurrency: WORKERS,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      taskList,
      events,
    }),
  );
  await listening;
  // All have asked once, and found nothing.
  await expect.poll(() => answers).toBe(WORKERS);
  // The connection is told to listen right after it is there.
  await sleep(100);
  questions = 0;
  return { questions: () => questions };
}

async function addJobs(task: string, count: number, queue: string | null = null): Promise<void> {
  await app.platform.db.transaction().execute(async (tx) => {
    for (let at = 0; at < count; at++) {
      await sql`select graphile_worker.add_job(${task}, '{}'::json, queue_name => ${queue})`.execute(tx);
    }
  });
}

test('jobs of another lane wake one worker, not one for each of them', async () => {
  const lane = await open({ ours: () => undefined });
  await addJobs('theirs', 20);
  await expect.poll(lane.questions).toBeGreaterThan(0);
  await sleep(200);
  // One, and one more for what was announced meanwhile.
  expect(lane.questions()).toBeLessThanOrEqual(4);
});

test('jobs that come together are worked on together, as many as there are workers', async () => {
  let running = 0;
  let most = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  await open({
    ours: async () => {
      running += 1;
      most = Math.max(most, running);
      await finished;
      running -= 1;
    },
  });
  await addJobs('ours', WORKERS + 3);
  await expect.poll(() => running).toBe(WORKERS);
  finish();
  await expect.poll(() => running).toBe(0);
  expect(most).toBe(WORKERS);
});

test('no job waits for the next look, whenever it comes', async () => {
  let done = 0;
  await open({ ours: async () => void (done += 1) });
  for (let round = 1; round <= 150; round++) {
    await addJobs('ours', 1);
    // Some come while the workers still ask, some when all are at rest.
    if (round % 3 === 0) await sleep(round % 7);
  }
  await expect.poll(() => done, { timeout: 10_000 }).toBe(150);
});

test('jobs of one queue still follow each other without a pause', async () => {
  let running = 0;
  let done = 0;
  await open({
    ours: async () => {
      running += 1;
      expect(running).toBe(1);
      await sleep(5);
      running -= 1;
      done += 1;
    },
  });
  await addJobs('ours', 12, 'one after the other');
  await expect.poll(() => done, { timeout: 10_000 }).toBe(12);
});
