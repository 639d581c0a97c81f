import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { createGroup, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** Lists of issues and merge requests as feeds: of a project, of a group and of the reader's own work. */
let app: TestApp;
let ann: TestUser;
let stranger: TestUser;
let token: string;
const call = restCaller(() => app);

const get = async (url: string, who?: TestUser) => {
  const answer = await (await app.server()).inject({ url, headers: who?.headers ?? {} });
  const titles = [...answer.body.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title = '']) => title);
  return { status: answer.statusCode, type: answer.headers['content-type'], titles, body: answer.body };
};

beforeAll(async () => {
  app = await createTestApp();
  [ann, stranger] = [await createUser(app), await createUser(app)];
  const group = await createGroup(app, { owner: ann.user, path: 'works', visibility: 'private' });
  const spec = { owner: ann.user, group, visibility: 'private', files: { a: '1\n' } } as const;
  const tool = await createProject(app, { ...spec, path: 'tool' });
  const other = await createProject(app, { ...spec, path: 'other' });
  const mine = { assignee_ids: [ann.user.id] };
  await call('POST', `/projects/${tool.id}/issues`, ann, { title: 'Mine', ...mine, labels: 'bug' });
  await call('POST', `/projects/${other.id}/issues`, ann, { title: 'Elsewhere' });
  const request = await createMergeRequest(app, { project: tool, author: ann, title: 'Mine' });
  await createMergeRequest(app, { project: other, author: ann, title: 'Elsewhere' });
  await call('PUT', `/projects/${tool.id}/merge_requests/${request.iid}`, ann, { ...mine, labels: 'bug' });
  const server = await app.server();
  const reset = await server.inject({ method: 'PUT', url: '/-/profile/reset_feed_token', headers: ann.headers });
  token = reset.json<{ token: string }>().token;
});
afterAll(() => app.close());

const PLACES = [
  ['/works/tool/-/', ['Mine']],
  ['/groups/works/-/', ['Elsewhere', 'Mine']],
  ['/dashboard/', ['Mine']],
] as const;
const CASES = ['issues', 'merge_requests'].flatMap((list) =>
  PLACES.map(([place, titles]) => ({ list, place, titles })),
);

test.each(CASES)('$place$list', async ({ list, place, titles }) => {
  const address = `${place}${list}`;
  for (const feed of [`${address}.atom`, `${address}?format=atom`]) {
    const sign = `${feed}${feed.includes('?') ? '&' : '?'}feed_token=`;
    const found = await get(`${sign}${token}`);
    expect([feed, found.status, found.type]).toEqual([feed, 200, 'application/atom+xml; charset=utf-8']);
    expect(found.titles.toSorted()).toEqual(titles);
    expect((await get(`${sign}glft-wrong`)).status).toBe(401);
    expect((await get(`${sign}${token}&label_name[]=bug&sort=asc&first_page=1`)).titles).toEqual(['Mine']);
    const outside = await get(feed, stranger);
    expect([outside.status, outside.titles]).toEqual([place === '/dashboard/' ? 200 : 404, []]);
  }
  const page = await get(address, ann);
  expect(page.type).toContain('text/html');
  expect(page.body).toContain(`type="application/atom+xml" title="${list === 'issues' ? 'Issues' : 'Merge requests'}"`);
  expect(page.body).toContain(`href="${address}.atom"`);
});

test('a feed of all projects is of other users only when they are named', async () => {
  for (const list of ['issues', 'merge_requests']) {
    const of = (query: string) => get(`/dashboard/${list}.atom?feed_token=${token}&${query}`);
    expect((await of(`author_username=${ann.user.username}`)).titles.toSorted()).toEqual(['Elsewhere', 'Mine']);
    expect((await of(`assignee_username=${stranger.user.username}`)).titles).toEqual([]);
    expect((await get(`/dashboard/${list}.atom`)).status).toBe(401);
  }
});
