import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { transact } from './context.ts';
import { sql } from './db/database.ts';
import { emit, emitAll, onEvent } from './events.ts';

declare module './events.ts' {
  interface EventMap {
    'test.happened': { place: number };
  }
}

let app: TestApp;
const seen: number[] = [];
const failed: number[] = [];

beforeAll(async () => {
  app = await createTestApp();
  await app.runJobs();
  onEvent('test.happened', 'records', async (_ctx, { data }) => void seen.push(data.place))();
  onEvent('test.happened', 'fails-once', async (_ctx, { data }) => {
    if (data.place !== 700 || failed.length > 0) return;
    failed.push(data.place);
    throw new Error('once');
  })();
});
afterAll(() => app.close());

const waiting = async () => {
  const { rows } = await sql<{ task: string }>`
    select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t
    on t.id = j.task_id`.execute(app.platform.db);
  return rows.map(({ task }) => task);
};

test('many events of one transaction are delivered by one job, in order; one that fails is tried again alone', async () => {
  await transact(app.system, async (ctx) => {
    await emit(ctx, 'test.happened', { place: 0 });
    await emitAll(ctx, 'test.happened', Array.from({ length: 1_200 }, (_, at) => ({ place: at + 1 }))); // prettier-ignore
  });
  expect(await waiting()).toEqual(['deliver-events']);
  await app.runJobs();
  expect(seen).toEqual(Array.from({ length: 1_201 }, (_, at) => at));
  expect(failed).toEqual([700]);
  expect(await waiting()).toEqual([]);
});

test('an event of a transaction that is rolled back is not delivered', async () => {
  seen.length = 0;
  const work = transact(app.system, async (ctx) => {
    await emit(ctx, 'test.happened', { place: 1 });
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  await emit(app.system, 'test.happened', { place: 2 });
  await app.runJobs();
  expect(seen).toEqual([2]);
});
