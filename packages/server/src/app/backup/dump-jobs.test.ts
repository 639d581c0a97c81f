import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sql } from '../../platform/db/database.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { dumpDatabase, loadDatabase } from './dump-database.ts';

const job = defineJob<{ text: string }>({ name: 'test-of-backup', run: () => Promise.resolve() });
registerJob(job)();

let from: TestApp;
let to: TestApp;
let folder: string;

beforeAll(async () => {
  [from, to] = [await createTestApp(), await createTestApp()];
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-dump-'));
});
afterAll(async () => {
  await from.close();
  await to.close();
  await rm(folder, { recursive: true, force: true });
});

type Row = { task: string; payload: unknown; key: string | null; queue: string | null; run_at: Date; attempts: number };

async function jobsOf(app: TestApp): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.identifier as task, j.payload, j.key, q.queue_name as queue, j.run_at, j.attempts::int as attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier = ${job.name} order by j.id`.execute(app.platform.db);
  return rows;
}

test('jobs that wait are restored with their time, key and queue; those that have failed for good are not', async () => {
  const runAt = new Date('2099-01-01T00:00:00Z');
  await addJob(from.system, job, { text: 'now — “soon”' });
  await addJob(from.system, job, { text: 'later' }, { runAt, key: 'one', queue: 'line', maxAttempts: 3 });
  await addJob(from.system, job, { text: 'failed' }, { key: 'dead', maxAttempts: 2 });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'dead'`.execute(
    from.platform.db,
  );
  await dumpDatabase(from.databaseUrl, folder);
  await loadDatabase(to.databaseUrl, folder);
  expect(await jobsOf(to)).toMatchObject([
    { payload: { text: 'now — “soon”' }, key: null, queue: null, attempts: 0 },
    { payload: { text: 'later' }, key: 'one', queue: 'line', run_at: runAt, attempts: 0 },
  ]);
});
