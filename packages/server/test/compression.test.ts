import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let ann: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app, { username: 'ann' });
});
afterAll(() => app.close());

async function get(url: string, encoding: string) {
  const server = await app.server();
  return server.inject({ url, headers: { ...ann.headers, 'accept-encoding': encoding } });
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('sends long JSON compressed with %s', async (encoding, decompress) => {
  const plain = await get('/api/v4/openapi.json', 'identity');
  const small = await get('/api/v4/openapi.json', encoding);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(small.headers['content-encoding']).toBe(encoding);
  expect(small.headers['vary']).toContain('accept-encoding');
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(decompress(small.rawPayload).toString()).toBe(plain.body);
});

test('leaves short answers and pages with a form token as they are', async () => {
  expect((await get('/api/v4/user', 'br, gzip')).headers['content-encoding']).toBeUndefined();
  const page = await get('/help/api', 'br, gzip');
  expect(page.statusCode).toBe(200);
  expect(page.body.length).toBeGreaterThan(2_048);
  expect(page.headers['content-encoding']).toBeUndefined();
});
