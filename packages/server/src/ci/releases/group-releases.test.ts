import { restRelease } from '@tributary/contract/ci/releases.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let stranger: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest, stranger] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  const group = await createGroup(app, { owner: owner.user, path: 'works', visibility: 'public' });
  const inner = await createGroup(app, { owner: owner.user, path: 'inner', visibility: 'public', parent: group });
  const spec = { owner: owner.user, files: { a: '1' } };
  const open = await createProject(app, { ...spec, group, path: 'open', visibility: 'public' });
  const closed = await createProject(app, { ...spec, group: inner, path: 'closed', visibility: 'private' });
  const elsewhere = await createProject(app, { ...spec, visibility: 'public' });
  await addMember(app, { project: closed, user: guest.user, level: 10 });
  const releases = [
    [open.id, 'v1', '2024-01-01T00:00:00Z'],
    [closed.id, 'c1', '2024-02-01T00:00:00Z'],
    [open.id, 'v2', '2024-03-01T00:00:00Z'],
    [elsewhere.id, 'e1', '2024-03-01T00:00:00Z'],
  ] as const;
  for (const [id, tag, at] of releases) {
    await call('POST', `/projects/${id}/releases`, owner, { tag_name: tag, ref: 'main', released_at: at });
  }
});
afterAll(() => app.close());

test('a group lists the releases of its projects that the reader may see', async () => {
  const tags = async (query: string, who: TestUser | null) => {
    const { status, body, headers } = await call('GET', `/groups/works/releases${query}`, who);
    expect(status).toBe(200);
    const found = body.map((each: { tag_name: string }) => each.tag_name);
    return { found, total: headers['x-total'] };
  };
  expect(await tags('', owner)).toEqual({ found: ['v2', 'c1', 'v1'], total: '3' });
  expect(await tags('?sort=asc&per_page=2&page=2', owner)).toEqual({ found: ['v2'], total: '3' });
  for (const who of [guest, stranger, null]) expect(await tags('', who)).toEqual({ found: ['v2', 'v1'], total: '2' });
  expect((await call('GET', '/groups/works%2Finner/releases', owner)).body).toHaveLength(1);
});

test('each is as its project shows it, or the few facts of a simple list', async () => {
  const [first] = (await call('GET', '/groups/works/releases', owner)).body;
  expect(restRelease.parse(first)).toEqual((await call('GET', '/projects/works%2Fopen/releases/v2', owner)).body);
  const [simple] = (await call('GET', '/groups/works/releases?simple=true', owner)).body;
  expect(Object.keys(simple)).not.toContain('assets');
  expect(first).toMatchObject(simple);
});
