import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createConnectionWatch } from './db/connection-watch.ts';
import { sql } from './db/database.ts';
import { createJobLeases, type JobLeases } from './job-leases.ts';
import { addJob, defineJob, type JobDefinition, type JobOptions, registerJob } from './jobs.ts';

let app: TestApp;
const seen: string[] = [];
const noticeJob = defineJob<{ text: string }>({
  name: 'test-notice',
  run: async (_ctx, { text }) => void seen.push(text),
});

const repeatedJob: JobDefinition<{ left: number }> = defineJob<{ left: number }>({
  name: 'test-repeated',
  run: async (ctx, { left }) => {
    seen.push(String(left));
    const again = { key: 'test-repeated', queue: 'test-repeated' };
    if (left > 0) await addJob(ctx, repeatedJob, { left: left - 1 }, again);
  },
});

registerJob(noticeJob)();
registerJob(repeatedJob)();

beforeEach(async () => {
  seen.length = 0;
  app = await createTestApp();
});
afterEach(async () => {
  await app.platform.jobs.stop();
  await app.close();
});

/** What another process would bring with it. */
const link = () => ({ url: app.databaseUrl, watch: createConnectionWatch(app.databaseUrl, () => undefined) });

/** As if a pool of this name had taken the job and its queue. */
async function takenBy(pool: string, text: string): Promise<void> {
  await addJob(app.system, noticeJob, { text }, { queue: `queue-${pool}` });
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${pool}, attempts = 1
    where payload->>'text' = ${text}`.execute(app.platform.db);
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = ${pool}
    where queue_name = ${`queue-${pool}`}`.execute(app.platform.db);
}

test('a job whose process was killed is taken up at the next start, with what waits behind it', async () => {
  await takenBy('pool-of-the-dead', 'first');
  await addJob(app.system, noticeJob, { text: 'second' }, { queue: 'queue-pool-of-the-dead' });
  await app.platform.jobs.start();
  await expect.poll(() => seen).toEqual(['first', 'second']);
});

test('a job of a process that lives is left to it, until it dies', async () => {
  const other: JobLeases = createJobLeases(link(), () => app.platform.log);
  await other.hold('pool-of-the-living');
  await takenBy('pool-of-the-living', 'theirs');
  const ours = createJobLeases(link(), () => app.platform.log);
  expect(await ours.releaseDead(app.platform.db)).toBe(0);
  await other.stop();
  await expect.poll(() => ours.releaseDead(app.platform.db)).toBe(1);
  await ours.stop();
});

test('a lease survives the loss of its connection', async () => {
  const other = createJobLeases(link(), () => app.platform.log);
  await other.hold('pool-cut-off');
  await takenBy('pool-cut-off', 'theirs');
  const held = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.platform.db);
    return rows.map((row) => row.pid);
  };
  const [first] = await held();
  await sql`select pg_terminate_backend(${first ?? 0})`.execute(app.platform.db);
  await expect.poll(async () => (await held()).filter((pid) => pid !== first).length).toBe(1);
  expect(await other.releaseDead(app.platform.db)).toBe(0);
  const ours = createJobLeases(link(), () => app.platform.log);
  expect(await ours.releaseDead(app.platform.db)).toBe(0);
  await Promise.all([other.stop(), ours.stop()]);
});

test('a job that adds itself by its own key while it runs is run again', async () => {
  await addJob(app.system, repeatedJob, { left: 2 }, { key: 'test-repeated', queue: 'test-repeated' });
  await app.platform.jobs.start();
  await expect.poll(() => seen).toEqual(['2', '1', '0']);
});

test('a job that is due keeps its turn when it is added again; one that waits for a later time is due at once', async () => {
  const add = (text: string, options: JobOptions = {}) =>
    addJob(app.system, noticeJob, { text }, { key: 'test-turn', ...options });
  const waiting = async () => {
    const { rows } = await sql<{ text: string; runAt: Date }>`
      select payload->>'text' as text, run_at as "runAt" from graphile_worker._private_jobs
      where key = 'test-turn'`.execute(app.platform.db);
    return rows;
  };
  await add('first');
  const [first] = await waiting();
  await add('second');
  expect(await waiting()).toEqual([{ text: 'second', runAt: first?.runAt }]);
  const late = new Date(Date.now() + 3_600_000);
  await add('third', { runAt: late });
  expect(await waiting()).toEqual([{ text: 'third', runAt: late }]);
  await add('fourth');
  const [last] = await waiting();
  expect(last?.text).toBe('fourth');
  expect(last?.runAt.getTime()).toBeLessThan(late.getTime());
});
