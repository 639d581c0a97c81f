import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, rootUser, type TestUser } from '../src/accounts/testing.ts';
import { createGroup } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let root: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
  for (const name of ['Cedar', 'alder', 'Birch', 'alder']) await createGroup(app, { owner: root.user, name });
  for (let made = 0; made < 4; made++) await createUser(app);
});
afterAll(() => app.close());

/** Every id, following the links as clients do. */
async function walk(path: string): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await call('GET', next, root);
    expect([answer.status, answer.headers['x-total']]).toEqual([200, undefined]);
    expect(answer.body.length).toBeLessThanOrEqual(2);
    ids.push(...answer.body.map((each: { id: number }) => each.id));
    const link = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(String(answer.headers['link'] ?? ''));
    next = link?.[1];
  }
  return ids;
}

test.each([
  '/users?order_by=id&sort=asc',
  '/users?order_by=id&sort=desc',
  '/groups?order_by=id&sort=asc',
  '/groups?order_by=id&sort=desc',
  '/groups?order_by=name&sort=asc',
])('%s is walked without gaps or repeats', async (path) => {
  const all = (await call('GET', `${path}&per_page=100`, root)).body.map((each: { id: number }) => each.id);
  expect(all.length).toBeGreaterThan(3);
  expect(await walk(`${path}&pagination=keyset&per_page=2`)).toEqual(all);
});

test.each(['/users?order_by=name', '/groups?order_by=name&sort=desc', '/groups?order_by=path'])(
  '%s cannot be walked, and says so',
  async (path) => {
    const { status, body } = await call('GET', `${path}&pagination=keyset`, root);
    expect([status, body.message]).toEqual([405, expect.stringContaining('Keyset pagination')]);
  },
);
