import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createProject } from '../src/projects/testing.ts';
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

test('threads that are remembered travel as they were compressed for the first reader', async () => {
  const project = await createProject(app, { owner: ann.user, files: { 'a.txt': 'a\n' } });
  const server = await app.server();
  const post = (url: string, payload: object) => server.inject({ method: 'POST', url, headers: ann.headers, payload });
  const api = `/api/v4/projects/${project.id}/issues`;
  const { iid } = (await post(api, { title: 'Talked about' })).json<{ iid: number }>();
  for (let count = 0; count < 5; count++) await post(`${api}/${iid}/notes`, { body: `Words ${count} `.repeat(40) });
  const url = `/${project.full_path}/-/issues/${iid}/discussions.json`;
  await get(url, 'identity');
  const plain = await get(url, 'identity');
  expect(plain.body.length).toBeGreaterThan(2_048);
  const [first, second] = [await get(url, 'br, gzip'), await get(url, 'br, gzip')];
  for (const answer of [first, second]) {
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers['etag'] });
    expect(answer.headers['vary']).toContain('accept-encoding');
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain.body);
  }
  const known = await server.inject({
    url,
    headers: { ...ann.headers, 'accept-encoding': 'br', 'if-none-match': String(plain.headers['etag']) },
  });
  expect([known.statusCode, known.body, known.headers['content-encoding']]).toEqual([304, '', undefined]);
});

test('leaves short answers and pages with a form token as they are', async () => {
  expect((await get('/api/v4/user', 'br, gzip')).headers['content-encoding']).toBeUndefined();
  const page = await get('/help/api', 'br, gzip');
  expect(page.statusCode).toBe(200);
  expect(page.body.length).toBeGreaterThan(2_048);
  expect(page.headers['content-encoding']).toBeUndefined();
});
