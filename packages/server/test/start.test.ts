import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('health, readiness and metrics answer', async () => {
  const server = await app.server();
  expect((await server.inject('/-/health')).statusCode).toBe(200);
  const readiness = await server.inject('/-/readiness');
  expect(readiness.json()).toMatchObject({
    status: 'ok',
    checks: [{ name: 'database' }, { name: 'data_directory' }, { name: 'free_space' }],
  });
  expect(readiness.json().checks.every((check: { ok: boolean }) => check.ok)).toBe(true);
  expect((await server.inject('/-/metrics')).body).toContain('process_resident_memory_bytes');
});

test('an unknown address is a page that says so, with the true status', async () => {
  const server = await app.server();
  const answer = await server.inject('/-/page/no/such/thing');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ kind: 'error', status: 404, data: { code: 'not_found' } });
  const api = await server.inject('/api/v4/nothing');
  expect([api.statusCode, api.json()]).toEqual([404, { error: '404 Not Found' }]);
});
