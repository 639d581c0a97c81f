import type { SearchPageData } from '@tributary/contract/projects/page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let guest: TestUser;
let outsider: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, guest, outsider] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  const files = { 'src/river.ts': 'one\nThe Bridge is long\n', 'docs/bridge.md': 'bridge\n' };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: guest.user, level: 10 });
  const sha = await project.repository.commit({ files: { a: '1' }, message: 'Paint the bridge\n\nGreen.' });
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/repository/commits/${sha}/comments`,
    headers: owner.headers,
    payload: { note: 'That bridge is 100% too green' },
  });
});
afterAll(() => app.close());

const search = (person: TestUser, scope: string, text: string, extra = '') =>
  server.inject({
    url: `/api/v4/projects/${project.id}/search?scope=${scope}&search=${encodeURIComponent(text)}${extra}`,
    headers: person.headers,
  });

test('code, commits and comments of a project are found', async () => {
  const blobs = await search(owner, 'blobs', 'bridge');
  expect(blobs.json()).toEqual([
    {
      basename: 'docs/bridge',
      data: 'bridge\n',
      path: 'docs/bridge.md',
      filename: 'docs/bridge.md',
      id: null,
      ref: 'main',
      startline: 1,
      project_id: project.id,
    },
    expect.objectContaining({ path: 'src/river.ts', startline: 2 }),
  ]);
  expect((await search(owner, 'blobs', 'bridge', '&per_page=1&page=2')).json()).toMatchObject([
    { path: 'src/river.ts' },
  ]);
  expect((await search(owner, 'commits', 'paint THE')).json()).toMatchObject([
    { title: 'Paint the bridge', project_id: project.id },
  ]);
  expect((await search(owner, 'notes', '100%')).json()).toMatchObject([{ body: 'That bridge is 100% too green' }]);
  // Signs that databases read as "anything" are only signs.
  expect((await search(owner, 'notes', '%')).json()).toHaveLength(1);
  expect((await search(owner, 'notes', '_bridge')).json()).toEqual([]);
});

test('who may not read the code finds none of it, nor what is said about it', async () => {
  for (const scope of ['blobs', 'commits', 'notes']) {
    expect([scope, (await search(guest, scope, 'bridge')).json()]).toEqual([scope, []]);
    expect((await search(outsider, scope, 'bridge')).statusCode).toBe(404);
    const everywhere = await server.inject({ url: `/api/v4/search?scope=${scope}&search=x`, headers: owner.headers });
    expect([scope, everywhere.statusCode]).toEqual([scope, 400]);
  }
});

test('pages of comments are whole and counted as their reader sees them', async () => {
  const post = async (path: string, payload: Record<string, unknown>) =>
    (
      await server.inject({
        method: 'POST',
        url: `/api/v4/projects/${project.id}/${path}`,
        headers: owner.headers,
        payload,
      })
    ).json();
  const open = await post('issues', { title: 'Open' });
  const secret = await post('issues', { title: 'Secret', confidential: true });
  for (const body of ['granite one', 'granite two', 'granite three']) {
    await post(`issues/${secret.iid}/notes`, { body });
    await post(`issues/${open.iid}/notes`, { body: `${body}, inside`, internal: true });
    await post(`issues/${open.iid}/notes`, { body: `${body}, open` });
  }
  const bodies = async (person: TestUser, extra: string) => {
    const answer = await search(person, 'notes', 'granite', extra);
    return [answer.headers['x-total'], answer.json().map((note: { body: string }) => note.body)];
  };
  expect(await bodies(guest, '&per_page=2')).toEqual(['3', ['granite three, open', 'granite two, open']]);
  expect(await bodies(guest, '&per_page=2&page=2')).toEqual(['3', ['granite one, open']]);
  expect((await bodies(owner, '&per_page=4'))[0]).toBe('9');
});

test('the search page offers them inside a project only', async () => {
  const page = async (query: string) =>
    (await server.inject({ url: `/-/page/search?${query}`, headers: owner.headers })).json<PageData<SearchPageData>>()
      .data;
  const inside = await page(`search=bridge&scope=blobs&project_id=${project.id}`);
  expect(inside.scopes.map((scope) => scope.key)).toEqual(expect.arrayContaining(['blobs', 'commits', 'notes']));
  expect(inside.items).toMatchObject([{ title: 'docs/bridge.md' }, { title: 'src/river.ts', reference: 'line 2' }]);
  const outside = await page('search=bridge&scope=blobs');
  expect(outside.scopes.map((scope) => scope.key)).not.toContain('blobs');
});

test('the palette finds files of the project that is open, for those who may read it', async () => {
  const find = async (person: TestUser, query: string) => {
    const url = `/-/search/palette?${query}`;
    const { groups } = (await server.inject({ url, headers: person.headers })).json();
    return (groups as { title: string; items: { text: string; detail?: string; href: string }[] }[]).find(
      (group) => group.title === 'Files',
    )?.items;
  };
  expect(await find(owner, `q=river&project=${project.id}`)).toMatchObject([
    { text: 'river.ts', detail: 'src', href: `/${project.full_path}/-/blob/main/src/river.ts` },
  ]);
  expect(await find(owner, `q=src+ts&project=${project.id}`)).toHaveLength(1);
  expect(await find(owner, 'q=river')).toBeUndefined();
  expect(await find(guest, `q=river&project=${project.id}`)).toBeUndefined();
  expect(await find(outsider, `q=river&project=${project.id}`)).toBeUndefined();
});
