import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

/** What the editor of a milestone's description asks: preview, files, and what can be named, of groups as of projects. */

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let stranger: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest, stranger] = (await Promise.all(
    ['olga', 'gus', 'stan'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser];
  const top = await createGroup(app, { owner: owner.user, path: 'works', visibility: 'private' });
  group = await createGroup(app, { owner: owner.user, path: 'river', parent: top, visibility: 'private' });
  project = await createProject(app, { owner: owner.user, group, path: 'gate', visibility: 'private' });
  await addMember(app, { group, user: guest.user, level: 10 });
  await rest('POST', `/groups/${top.id}/labels`, owner, { name: 'deep water', color: '#336699' });
  await rest('POST', `/groups/${group.id}/milestones`, owner, { title: 'Spring flood' });
  await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'The leak' });
});
afterAll(() => app.close());

const below = () => `/groups/${group.full_path}/-`;

async function send(method: 'GET' | 'POST', url: string, as: TestUser | null, more: Record<string, unknown> = {}) {
  const server = await app.server();
  const { headers = {}, ...rest } = more as { headers?: Record<string, string> };
  const answer = await server.inject({ method, url, headers: { ...as?.headers, ...headers }, ...rest });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body };
}

const preview = (as: TestUser | null, text: string) =>
  send('POST', `${below()}/preview_markdown`, as, { payload: { text } });

const upload = (as: TestUser | null) =>
  send('POST', `${below()}/uploads`, as, {
    headers: { 'content-type': 'multipart/form-data; boundary=xXx' },
    payload: '--xXx\r\ncontent-disposition: form-data; name="file"; filename="dam.png"\r\n\r\nbytes\r\n--xXx--\r\n',
  });

test('the page says where they are, and files only to those who may keep some', async () => {
  const { body: list } = await page(`${below()}/milestones`, owner);
  expect(list.data.writing).toEqual({
    previewMarkdownPath: `${below()}/preview_markdown`,
    uploadsPath: `${below()}/uploads`,
  });
  const { body: shown } = await page(`${below()}/milestones/1`, owner);
  expect(shown.data.writing).toEqual(list.data.writing);
  await rest('POST', `/projects/${project.id}/milestones`, owner, { title: 'Own' });
  const { body: own } = await page(`/${project.full_path}/-/milestones`, owner);
  expect(own.data.writing.uploadsPath).toBe(`/${project.full_path}/-/uploads`);
  const open = await createGroup(app, { owner: owner.user, path: 'open', visibility: 'public' });
  const { body: seen } = await page(`/groups/${open.full_path}/-/milestones`, stranger);
  expect(seen.data.writing.uploadsPath).toBeNull();
});

test('a preview is what is shown afterwards, with the rights of its reader', async () => {
  const file = (await upload(guest)).body.link;
  const text = `**Dam** ${file.markdown} ${project.full_path}#1 @olga /close <script>alert(1)</script>`;
  const { body } = await preview(owner, text);
  expect(body.references).toEqual({ users: [], suggestions: [], commands: '' });
  expect(body.body).toContain('<strong>Dam</strong>');
  expect(body.body).toContain(`/-/group/${group.id}${file.url}`);
  expect(body.body).toContain('The leak');
  expect(body.body).not.toContain('<script');
  await rest('PUT', `/groups/${group.id}/milestones/1`, owner, { description: text });
  const shown = await page(`${below()}/milestones/1`, owner);
  // Ids of parts of a text are made again each time.
  const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '');
  expect(plain(shown.body.data.milestone.descriptionHtml)).toBe(plain(body.body));
  expect((await preview(stranger, text)).status).toBe(404);
  expect((await preview(null, text)).status).toBeGreaterThanOrEqual(401);
});

test('members keep files from the page, and the path of the group leads to them', async () => {
  const { status, body } = await upload(guest);
  expect([status, body.link.markdown]).toEqual([200, `![dam](${body.link.url})`]);
  const led = await send('GET', `${below()}${body.link.url}`, owner);
  expect([led.status, led.headers.location]).toEqual([302, `/-/group/${group.id}${body.link.url}`]);
  expect((await send('GET', String(led.headers.location), owner)).status).toBe(200);
  expect((await send('GET', `${below()}${body.link.url}`, stranger)).status).toBe(404);
  expect((await upload(stranger)).status).toBe(404);
});

test('while typing: users, labels and milestones of the group and above, and nothing that needs a project', async () => {
  const found = async (source: string, query: string, as = guest) => {
    const { status, body } = await send('GET', `${below()}/autocomplete_sources/${source}?query=${query}`, as);
    return status === 200 ? body.map(({ value }: { value: string }) => value) : status;
  };
  expect(await found('members', 'olg')).toEqual(['@olga']);
  expect(await found('labels', 'deep')).toEqual(['~"deep water"']);
  expect(await found('milestones', 'flood')).toEqual(['%"Spring flood"']);
  for (const source of ['issues', 'merge_requests', 'commits', 'files'])
    expect(await found(source, 'leak')).toEqual([]);
  expect(await found('nothing', 'x')).toBe(404);
  expect(await found('members', 'olg', stranger)).toBe(404);
  const emoji = await send('GET', `${below()}/custom_emoji.json`, guest);
  expect([emoji.status, emoji.body]).toEqual([200, []]);
  expect((await send('GET', `${below()}/custom_emoji.json`, stranger)).status).toBe(404);
});
