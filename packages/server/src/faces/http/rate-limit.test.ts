import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('requests over the quota are refused with the headers that clients obey, and only from that address', async () => {
  const server = await app.server();
  const ask = (remoteAddress: string) => server.inject({ url: '/-/page/no/such', remoteAddress });
  const first = await ask('192.0.2.1');
  expect(first.headers).toMatchObject({
    'ratelimit-name': 'throttle_unauthenticated_web',
    'ratelimit-limit': '500',
    'ratelimit-observed': '1',
    'ratelimit-remaining': '499',
  });
  for (let count = 0; count < 499; count++) await ask('192.0.2.1');
  const refused = await ask('192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['ratelimit-resettime']).toMatch(/GMT$/);
  expect((await ask('192.0.2.2')).statusCode).toBe(404);
  app.clock.advance(120_000);
  expect((await ask('192.0.2.1')).statusCode).toBe(404);
});
