import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';
import { findCommitsByText } from '../../repositories/index.ts';

let app: TestApp;
let owner: TestUser;
let ada: TestUser;
let guest: TestUser;
let stranger: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner', name: 'Olga Owner' });
  ada = await createUser(app, { username: 'ada', name: 'Ada Writer' });
  guest = await createUser(app, { username: 'guest', name: 'Gus Guest' });
  stranger = await createUser(app, { username: 'stranger', name: 'Sam Stranger' });
  const files = { 'README.md': 'Hi\n', 'src/app (old)/main.ts': 'x\n', 'src/main.test.ts': 'y\n' };
  project = await createProject(app, { owner: owner.user, path: 'app', visibility: 'private', files });
  await addMember(app, { user: ada.user, project, level: 30 });
  await addMember(app, { user: guest.user, project, level: 10 });
});
afterAll(() => app.close());

type Entry = { value: string; text: string; detail: string | null; color: string | null };

async function ask(as: TestUser | null, source: string, query = '', more = '') {
  const server = await app.server();
  const url = `/${project.full_path}/-/autocomplete_sources/${source}?query=${encodeURIComponent(query)}${more}`;
  const answer = await server.inject({ method: 'GET', url, headers: as?.headers ?? {} });
  return { status: answer.statusCode, found: answer.json<Entry[]>() };
}
const values = async (...wanted: Parameters<typeof ask>) => (await ask(...wanted)).found.map((each) => each.value);
const issue = async (title: string, more = {}): Promise<number> =>
  (await call('POST', `/projects/${project.id}/issues`, owner, { title, ...more })).body.iid;

test('users: who speaks here comes first, then members; nobody else', async () => {
  expect(await values(owner, 'members')).toEqual(expect.arrayContaining(['@owner', '@ada', '@guest']));
  expect(await values(owner, 'members', 'writ')).toEqual(['@ada']);
  expect(await values(owner, 'members', 'stran')).toEqual([]);
  const iid = await issue('Talk');
  await call('POST', `/projects/${project.id}/issues/${iid}/notes`, guest, { body: 'Hello' });
  const { id } = (await call('GET', `/projects/${project.id}/issues/${iid}`, owner)).body;
  const [author, speaker] = await values(ada, 'members', '', `&type=issue&target_id=${id}`);
  expect([author, speaker]).toEqual(['@owner', '@guest']);
});

test('issues by title and number, open ones first; confidential ones only for those who may read them', async () => {
  const closed = await issue('Cache is cold');
  await call('PUT', `/projects/${project.id}/issues/${closed}`, owner, { state_event: 'close' });
  const inside = await issue('Warm the cache');
  const first = await issue('Cache grows');
  const secret = await issue('Cache leaks', { confidential: true });
  expect(await values(owner, 'issues', 'cache')).toEqual([`#${secret}`, `#${first}`, `#${inside}`, `#${closed}`]);
  expect(await values(guest, 'issues', 'cache')).toEqual([`#${first}`, `#${inside}`, `#${closed}`]);
  expect(await values(guest, 'issues', String(secret))).toEqual([]);
  expect((await ask(guest, 'issues', String(first))).found[0]).toEqual({
    value: `#${first}`,
    text: 'Cache grows',
    detail: `#${first}`,
    color: null,
  });
});

test('labels and milestones are written so that they are understood', async () => {
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'two words', color: '#ff0000' });
  await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'One dot oh' });
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'words', color: '#00ff00' });
  expect((await ask(guest, 'labels', 'word')).found).toEqual([
    { value: '~words', text: 'words', detail: null, color: '#00ff00' },
    { value: '~"two words"', text: 'two words', detail: null, color: '#ff0000' },
  ]);
  expect(await values(guest, 'milestones', 'dot')).toEqual(['%"One dot oh"']);
});

test('merge requests, commits and files are for those who may read the code', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'blue', title: 'Paint it blue' });
  expect(await values(ada, 'merge_requests', 'blue')).toEqual([`!${row.iid}`]);
  expect(await values(ada, 'merge_requests', String(row.iid))).toEqual([`!${row.iid}`]);
  const sha = await tipOf(project, 'blue');
  const here = `&type=merge_request&target_id=${row.id}`;
  // Of the request itself, though its branch is not merged.
  expect(await values(ada, 'commits', 'add feature', here)).toEqual([sha.slice(0, 8)]);
  expect(await values(ada, 'commits', 'add feature')).toEqual([]);
  expect(await values(ada, 'commits', sha.slice(0, 7))).toEqual([sha.slice(0, 8)]);
  expect((await ask(ada, 'files', 'main')).found).toEqual([
    expect.objectContaining({ value: '[src/main.test.ts](src/main.test.ts)', text: 'main.test.ts', detail: 'src' }),
    expect.objectContaining({ value: '[src/app (old)/main.ts](src/app%20%28old%29/main.ts)' }),
  ]);
  for (const source of ['merge_requests', 'commits', 'files']) {
    expect(await values(guest, source, 'a')).toEqual([]);
    expect((await ask(stranger, source, 'a')).status).toBe(404);
    expect((await ask(null, source, 'a')).status).toBeGreaterThanOrEqual(401);
  }
  expect((await ask(ada, 'epics', 'a')).status).toBe(404);
});

test('a history is searched no further back than asked for, however long it is', async () => {
  const long = await createProject(app, { owner: owner.user, path: 'long', files: { 'a.txt': 'a\n' } });
  for (const name of ['one', 'two', 'three']) {
    await long.repository.commit({ files: { 'a.txt': `${name}\n` }, message: `Word ${name}` });
  }
  const ctx = contextOf(app, owner);
  const access = await getProjectAccess(ctx, long.id);
  const find = async (newest: number) =>
    (await findCommitsByText(ctx, access, { query: 'word', newest, page: 1, perPage: 10 })).items.map(
      (commit) => commit.subject,
    );
  expect(await find(2)).toEqual(['Word three', 'Word two']);
  expect(await find(100)).toEqual(['Word three', 'Word two', 'Word one']);
});

test('commands for what is not there yet, and those in a text that is changed', async () => {
  const names = async (as: TestUser, type: string) => {
    const server = await app.server();
    const url = `/${project.full_path}/-/autocomplete_sources/commands?type=${type}`;
    const answer = await server.inject({ method: 'GET', url, headers: as.headers });
    return answer.json<{ name: string }[]>().map((each) => each.name);
  };
  expect(await names(ada, 'issue')).toEqual(expect.arrayContaining(['assign', 'label', 'due', 'weight', 'shrug']));
  expect(await names(ada, 'issue')).not.toContain('close');
  const ofGuest = await names(guest, 'issue');
  expect(ofGuest).toEqual(expect.arrayContaining(['assign', 'label', 'due', 'weight', 'confidential', 'shrug']));
  for (const name of ['close', 'estimate', 'spend']) expect(ofGuest).not.toContain(name);
  expect(await names(ada, 'merge_request')).toEqual(expect.arrayContaining(['draft', 'assign_reviewer', 'label']));
  const server = await app.server();
  const preview = await server.inject({
    method: 'POST',
    url: `/${project.full_path}/-/preview_markdown?target_type=issue`,
    headers: ada.headers,
    payload: { text: 'Why\n/label ~words\n/close' },
  });
  expect(preview.json()).toMatchObject({ references: { commands: 'Adds ~"words" label.' } });
  expect(preview.json().body).not.toContain('/label');
  const iid = await issue('Plain');
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'words', color: '#336699' });
  const changed = await call('PUT', `/projects/${project.id}/issues/${iid}`, ada, {
    description: 'Now with words\n/label ~words\n/weight 3',
  });
  expect(changed.body).toMatchObject({ description: 'Now with words', labels: ['words'], weight: 3 });
  const row = await createMergeRequest(app, { project, author: owner });
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  const request = await call('PUT', path, owner, { description: 'Why\n/assign @ada\n/draft' });
  expect(request.body).toMatchObject({ description: 'Why', draft: true, assignees: [{ username: 'ada' }] });
  const ready = await call('PUT', path, owner, { description: 'Why\n/ready' });
  expect(ready.body).toMatchObject({ draft: false });
  // The name that it had before.
  expect((await call('PUT', path, owner, { description: 'Why\n/wip' })).body).toMatchObject({ draft: true });
  // The mark alone goes onto the title as it is by now, whoever gave it.
  expect((await call('PUT', path, owner, { title: 'Draft: Renamed' })).body).toMatchObject({ draft: true });
  expect((await call('PUT', path, owner, { draft: false })).body).toMatchObject({ title: 'Renamed', draft: false });
  expect((await call('PUT', path, owner, { draft: true })).body).toMatchObject({
    title: 'Draft: Renamed',
    draft: true,
  });
});
