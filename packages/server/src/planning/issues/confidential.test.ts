import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

/** A confidential issue does not exist for those who may not read it, whichever interface they knock at. */
let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let author: TestUser;
let assignee: TestUser;
let guest: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let issue: { id: number; iid: number };
let noteId: number;

const SECRET = 'Swordfish';
/** What the issue and its note say; the word alone may be the search itself. */
const TOLD = /Swordfish (in the open|described|said)/;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'the-owner' });
  reporter = await createUser(app, { username: 'the-reporter' });
  author = await createUser(app, { username: 'the-author' });
  assignee = await createUser(app, { username: 'the-assignee' });
  guest = await createUser(app, { username: 'the-guest' });
  stranger = await createUser(app, { username: 'the-stranger' });
  project = await createProject(app, { owner: owner.user, path: 'secrets' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
  const base = `/projects/${project.id}/issues`;
  const made = await call('POST', base, author, {
    title: `${SECRET} in the open`,
    description: `${SECRET} described`,
  });
  issue = made.body;
  const note = await call('POST', `${base}/${issue.iid}/notes`, author, { body: `${SECRET} said` });
  noteId = note.body.id;
  const changed = await call('PUT', `${base}/${issue.iid}`, reporter, {
    confidential: true,
    assignee_ids: [assignee.user.id],
    labels: 'hush',
  });
  if (changed.status !== 200) throw new Error('the issue did not become confidential');
  await call('POST', base, owner, { title: 'Names it', description: `See #${issue.iid}+ for more` });
});
afterAll(() => app.close());

const insiders = () => [owner, reporter, author, assignee];
const outsiders = () => [null, guest, stranger];

function doors(): string[] {
  const one = `/projects/${project.id}/issues/${issue.iid}`;
  return [
    one,
    `/issues/${issue.id}`,
    `${one}/notes`,
    `${one}/notes/${noteId}`,
    `${one}/discussions`,
    `${one}/links`,
    `${one}/participants`,
    `${one}/time_stats`,
    `${one}/resource_label_events`,
    `${one}/resource_milestone_events`,
    `${one}/resource_state_events`,
    `${one}/related_merge_requests`,
    `${one}/closed_by`,
  ];
}

test('those who may read it find it at every interface', async () => {
  for (const as of insiders()) {
    for (const door of doors()) expect([door, (await call('GET', door, as)).status]).toEqual([door, 200]);
  }
});

test('for everyone else there is nothing, in the words that absence has', async () => {
  for (const as of outsiders()) {
    for (const door of doors()) {
      const answer = await call('GET', door, as);
      expect([door, answer.status]).toEqual([door, 404]);
      const absent = await call(
        'GET',
        door.replace(`/issues/${issue.iid}`, '/issues/98765').replace(`/issues/${issue.id}`, '/issues/98765'),
        as,
      );
      expect(answer.body).toEqual(absent.body);
    }
  }
});

test('nobody outside can write to it, not even by guessing', async () => {
  const one = `/projects/${project.id}/issues/${issue.iid}`;
  for (const as of [guest, stranger]) {
    const tries = [
      call('PUT', one, as, { title: 'Mine now' }),
      call('DELETE', one, as),
      call('POST', `${one}/notes`, as, { body: 'Hello?' }),
      call('POST', `${one}/links`, as, { target_project_id: project.id, target_issue_iid: 2 }),
      call('POST', `${one}/subscribe`, as),
      call('POST', `${one}/move`, as, { to_project_id: project.id }),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404);
  }
});

test('lists, counts, search, feeds, labels and references leave it out', async () => {
  const leaks: string[] = [];
  const look = async (name: string, answer: Promise<{ body?: unknown }>) => {
    if (TOLD.test(JSON.stringify((await answer).body ?? null))) leaks.push(name);
  };
  for (const as of outsiders()) {
    await look('list', call('GET', `/projects/${project.id}/issues`, as));
    await look('search', call('GET', `/search?scope=issues&search=${SECRET}`, as));
    await look('project search', call('GET', `/projects/${project.id}/search?scope=issues&search=${SECRET}`, as));
    await look('project events', call('GET', `/projects/${project.id}/events`, as));
    await look('events of the author', call('GET', `/users/${author.user.id}/events`, as));
    await look('the issue that names it', call('GET', `/projects/${project.id}/issues/${issue.iid + 1}`, as));
    await look('page of the one that names it', page(`/${project.full_path}/-/issues/${issue.iid + 1}`, as));
    await look('page of the list', page(`/${project.full_path}/-/issues`, as));
    await look('page of the search', page(`/search?search=${SECRET}&scope=issues`, as));
    await look('profile', page(`/${author.user.username}`, as));
  }
  expect(leaks).toEqual([]);
  const counts = await call('GET', `/projects/${project.id}/labels?with_counts=true`, stranger);
  expect(counts.body[0]).toMatchObject({ name: 'hush', open_issues_count: 0 });
  const events = await call('GET', `/projects/${project.id}/events`, reporter);
  expect(JSON.stringify(events.body)).toContain(SECRET);
  const shown = await page(`/${project.full_path}/-/issues/${issue.iid + 1}`, reporter);
  expect(JSON.stringify(shown.body)).toContain(SECRET);
});

test('its page is absent and its topic cannot be heard', async () => {
  const address = `/${project.full_path}/-/issues/${issue.iid}`;
  expect((await page(address, reporter)).status).toBe(200);
  for (const as of outsiders()) expect((await page(address, as)).status).toBe(404);
  expect(await maySubscribe(contextOf(app, reporter), `issue:${issue.id}`)).toBe(true);
  expect(await maySubscribe(contextOf(app, assignee), `issue:${issue.id}`)).toBe(true);
  expect(await maySubscribe(contextOf(app, guest), `issue:${issue.id}`)).toBe(false);
});

test('who is taken off it loses it', async () => {
  const one = `/projects/${project.id}/issues/${issue.iid}`;
  await call('PUT', one, reporter, { assignee_ids: [] });
  expect((await call('GET', one, assignee)).status).toBe(404);
  await call('PUT', one, reporter, { assignee_ids: [assignee.user.id] });
  expect((await call('GET', one, assignee)).status).toBe(200);
});
