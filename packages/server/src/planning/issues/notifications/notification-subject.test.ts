import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../../testing/call-graphql.ts';
import { pageCaller, restCaller } from '../../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../../accounts/testing.ts';
import { createMergeRequest } from '../../../merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../../projects/testing.ts';

let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben, guest] = await Promise.all([createUser(app), createUser(app), createUser(app, { username: 'gus' })]);
  project = await createProject(app, { owner: ann.user, visibility: 'private' });
  await addMember(app, { user: ben.user, level: 30, project });
  await addMember(app, { user: guest.user, level: 10, project });
});
afterAll(() => app.close());

const todosOf = async (user: TestUser) =>
  (await rest('GET', '/todos', user)).body.map((todo: { action_name: string; target: { title: string } }) => [
    todo.action_name,
    todo.target.title,
  ]);

async function recipients(): Promise<string[]> {
  const rows = await app.platform.db.deleteFrom('mail_messages').returning('recipient').execute();
  return rows.map((row) => row.recipient).toSorted();
}

test('an assigned issue waits for its assignee until it is closed', async () => {
  const { body: issue } = await rest('POST', `/projects/${project.id}/issues`, ann, {
    title: 'A leak',
    assignee_ids: [ben.user.id],
  });
  await app.runJobs();
  expect(await todosOf(ben)).toEqual([['assigned', 'A leak']]);
  expect(await recipients()).toEqual([ben.user.email]);
  await rest('PUT', `/projects/${project.id}/issues/${issue.iid}`, ann, { state_event: 'close' });
  await app.runJobs();
  expect(await todosOf(ben)).toEqual([]);
});

test('what turns confidential waits for nobody who may not read it, and internal notes reach reporters only', async () => {
  const { body: issue } = await rest('POST', `/projects/${project.id}/issues`, ann, {
    title: 'Found by @gus',
    description: '@gus, please say more',
    assignee_ids: [ben.user.id],
  });
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  await app.runJobs();
  expect(await todosOf(guest)).toEqual([['directly_addressed', 'Found by @gus']]);
  await recipients();
  await rest('POST', `${path}/notes`, ann, { body: '@gus must not know', internal: true });
  await app.runJobs();
  expect(await recipients()).toEqual([ben.user.email]);
  await rest('PUT', path, ann, { confidential: true });
  await rest('POST', `${path}/notes`, ann, { body: 'Once more for @gus' });
  await app.runJobs();
  expect(await todosOf(guest)).toEqual([]);
  expect(await recipients()).toEqual([ben.user.email]);
});

test('who is named by an edit hears of it, and nobody else hears again', async () => {
  const { body: issue } = await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'Named late' });
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  const { body: note } = await rest('POST', notes, ann, { body: `What does @${ben.user.username} think?` });
  await app.runJobs();
  expect(await recipients()).toEqual([ben.user.email]);
  await rest('POST', `/todos/mark_as_done`, ben);
  await rest('PUT', `${notes}/${note.id}`, ann, { body: `What do @${ben.user.username} and @gus think?` });
  await app.runJobs();
  expect(await todosOf(guest)).toEqual([['mentioned', 'Named late']]);
  expect(await todosOf(ben)).toEqual([]);
  const [mail] = await app.platform.db.selectFrom('mail_messages').selectAll().execute();
  expect([mail?.recipient, mail?.text_body]).toEqual([
    guest.user.email,
    expect.stringContaining('mentioned you in a comment'),
  ]);
  await recipients();
  await rest('PUT', `${notes}/${note.id}`, ann, { body: `So what do @${ben.user.username} and @gus think?` });
  await app.runJobs();
  expect(await recipients()).toEqual([]);
  await rest('POST', `/todos/mark_as_done`, guest);
});

test('a group calls those of its members who may read it, if the writer may see the group', async () => {
  const away = await createUser(app);
  const group = await createGroup(app, { owner: ben.user, visibility: 'private', path: 'crew' });
  await addMember(app, { user: guest.user, level: 30, group });
  await addMember(app, { user: away.user, level: 30, group });
  const { body: issue } = await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'For all hands' });
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  await rest('POST', notes, ann, { body: 'Ask @crew' });
  await app.runJobs();
  expect([await todosOf(guest), await recipients()]).toEqual([[], []]);
  await rest('POST', notes, ben, { body: 'Ask @Crew and @nobody' });
  await app.runJobs();
  expect(await todosOf(guest)).toEqual([['mentioned', 'For all hands']]);
  expect(await todosOf(away)).toEqual([]);
  expect(await recipients()).toEqual([ann.user.email, guest.user.email].toSorted());
  const url = `/${project.full_path}/-/autocomplete_sources/members?query=cre`;
  const completed = await (await app.server()).inject({ url, headers: ben.headers });
  expect(completed.json()).toEqual([{ value: '@crew', text: 'crew', detail: '@crew', color: null }]);
});

test('an issue is noted down by hand, and its page knows', async () => {
  const { body: issue } = await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'Later' });
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  const made = await rest('POST', `${path}/todo`, ben);
  expect([made.status, made.body.target_type, made.body.target.iid]).toEqual([201, 'Issue', issue.iid]);
  expect((await rest('POST', `${path}/todo`, ben)).status).toBe(304);
  const shown = await page(`/${project.full_path}/-/issues/${issue.iid}`, ben);
  expect(shown.body.data.issue.todoId).toBe(made.body.id);
});

test('every interface counts what the list shows, whatever took the right to read it', async () => {
  const eve = await createUser(app);
  const group = await createGroup(app, { owner: ann.user, visibility: 'public' });
  const shop = await createProject(app, { owner: ann.user, group, visibility: 'public', files: { a: 'a' } });
  const base = `/projects/${shop.id}`;
  /** What is shown first: by the list, its header, the page, its count, the badge, and GraphQL. */
  const shown = async () => {
    const list = await rest('GET', '/todos', eve);
    const { data } = (await page('/dashboard/todos', eve)).body;
    const badge = (await rest('GET', '/user_counts', eve)).body.todos;
    const graph = await ask(eve, '{ currentUser { todos { count nodes { id } } } }');
    const { count, nodes } = graph.data.currentUser.todos;
    const numbers = [
      Number(list.headers['x-total']),
      data.items.length,
      data.counts.pending,
      badge,
      count,
      nodes.length,
    ];
    expect(numbers).toEqual(numbers.map(() => list.body.length));
    return list.body.map((todo: { target: { title: string } }) => todo.target.title).toSorted();
  };
  const name = `@${eve.user.username}`;
  const open = async (title: string, more: object = {}) =>
    (await rest('POST', `${base}/issues`, ann, { title, description: `${name}, look`, ...more })).body;
  const secret = await open('Secret', { confidential: true, assignee_ids: [eve.user.id] });
  await open('Plain');
  await createMergeRequest(app, { project: shop, author: ann, title: 'Change', description: `${name}, look` });
  await app.runJobs();
  await rest('POST', `${base}/issues/${secret.iid}/notes`, ann, { body: `${name}, once more` });
  await rest('POST', `${base}/issues/${secret.iid}/todo`, eve);
  await app.runJobs();
  expect(new Set(await shown())).toEqual(new Set(['Change', 'Plain', 'Secret']));

  await rest('PUT', `${base}/issues/${secret.iid}`, ann, { assignee_ids: [] });
  await app.runJobs();
  expect(await shown()).toEqual(['Change', 'Plain']);
  await rest('PUT', base, ann, { issues_access_level: 'private' });
  expect(await shown()).toEqual(['Change']);
  await rest('PUT', base, ann, { merge_requests_access_level: 'disabled' });
  expect(await shown()).toEqual([]);

  await rest('PUT', base, ann, { merge_requests_access_level: 'enabled', visibility: 'private' });
  expect(await shown()).toEqual([]);
  await addMember(app, { user: eve.user, level: 10, project: shop });
  expect(await shown()).toEqual(['Plain']);
  await rest('PUT', `${base}/members/${eve.user.id}`, ann, { access_level: 20 });
  await app.runJobs();
  // Whoever may read it again has it again, unless it was ended meanwhile.
  expect(new Set(await shown())).toEqual(new Set(['Change', 'Plain', 'Secret']));
  await rest('DELETE', `${base}/members/${eve.user.id}`, ann);
  expect(await shown()).toEqual([]);
  await app.runJobs();
  expect(await shown()).toEqual([]);
});
