import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser } from '../../accounts/testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ rateLimits: { authenticated: 30, unauthenticated: 20 } });
});
afterAll(() => app.close());

test('requests over the quota are refused with the headers that clients obey, and only from that address', async () => {
  const server = await app.server();
  const ask = (remoteAddress: string) => server.inject({ url: '/-/page/no/such', remoteAddress });
  const first = await ask('192.0.2.1');
  expect(first.headers).toMatchObject({
    'ratelimit-name': 'throttle_unauthenticated_web',
    'ratelimit-limit': '20',
    'ratelimit-observed': '1',
    'ratelimit-remaining': '19',
  });
  for (let count = 0; count < 19; count++) await ask('192.0.2.1');
  const refused = await ask('192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'throttled' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['ratelimit-resettime']).toMatch(/GMT$/);
  expect((await ask('192.0.2.2')).statusCode).toBe(404);
  app.clock.advance(120_000);
  expect((await ask('192.0.2.1')).statusCode).toBe(404);
});

test('users are counted by who they are, not by where they are; wrong tokens by their address', async () => {
  const server = await app.server();
  const [one, other] = [await createUser(app), await createUser(app)];
  const ask = (headers: Record<string, string>, remoteAddress: string) =>
    server.inject({ url: '/api/v4/version', headers, remoteAddress });
  for (let count = 0; count < 30; count++) await ask(one.headers, `198.51.100.${count}`);
  const refused = await ask(one.headers, '198.51.100.99');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['ratelimit-name']).toBe('throttle_authenticated_api');
  expect(refused.json()).toMatchObject({ message: 'Too many requests. Retry later.' });
  expect((await ask(other.headers, '198.51.100.99')).statusCode).toBe(200);
  for (let count = 0; count < 20; count++) {
    expect((await ask({ 'private-token': `guess-${count}` }, '203.0.113.9')).statusCode).toBe(401);
  }
  expect((await ask({ 'private-token': 'guess' }, '203.0.113.9')).statusCode).toBe(429);
});

test('what administrators set replaces the limits of the start at once', async () => {
  const server = await app.server();
  const [admin, user] = [await rootUser(app), await createUser(app)];
  const set = (payload: object) =>
    server.inject({ method: 'PUT', url: '/api/v4/application/settings', headers: admin.headers, payload });
  expect((await set({ throttle_authenticated_api_requests_per_period: 0 })).statusCode).toBe(400);
  const throttle = { requests_per_period: 2, period_in_seconds: 3 };
  const names = Object.entries(throttle).map(([key, value]) => [`throttle_authenticated_api_${key}`, value]);
  await set({ throttle_authenticated_api_enabled: true, ...Object.fromEntries(names) });
  const ask = () => server.inject({ url: '/api/v4/version', headers: user.headers });
  const statuses = [(await ask()).statusCode, (await ask()).statusCode, (await ask()).statusCode];
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await ask();
  expect(refused.json()).toEqual({ message: 'Too many requests. Retry later.' });
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3);
  // Whoever tried again in the meantime is let in all the same when the next period begins.
  app.clock.advance(3_000);
  const next = await ask();
  expect([next.statusCode, next.headers['ratelimit-limit']]).toEqual([200, '2']);
  expect((await set({ throttle_authenticated_api_enabled: false })).statusCode).toBe(200);
  expect((await ask()).headers).toMatchObject({ 'ratelimit-limit': '30' });
});
