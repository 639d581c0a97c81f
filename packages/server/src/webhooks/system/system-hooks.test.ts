import { restSystemHook } from '@tributary/contract/projects/system-hooks.ts';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';

let app: TestApp;
let admin: TestUser;
let person: TestUser;
let receiver: Server;
let url = '';
let received: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text) });
      response.end('fine');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  [admin, person] = [await rootUser(app), await createUser(app)];
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  await app.runJobs();
  received = [];
});

const names = () => received.map(({ body }) => body['event_name']);

test('administrators alone keep system hooks; secrets do not come out, and addresses are guarded', async () => {
  for (const [method, path] of [
    ['GET', '/hooks'],
    ['POST', '/hooks'],
    ['GET', '/hooks/1'],
    ['PUT', '/hooks/1'],
    ['POST', '/hooks/1'],
    ['DELETE', '/hooks/1'],
  ] as const) {
    expect((await call(method, path, person, method === 'POST' ? { url } : undefined)).status).toBe(403);
    expect((await call(method, path, null)).status).toBe(401);
  }
  expect((await call('POST', '/hooks', admin, { url: 'http://10.0.0.1/in' })).status).toBe(400);
  const made = await call('POST', '/hooks', admin, { url, token: 'very-secret' });
  expect(made.status).toBe(201);
  expect(restSystemHook.parse(made.body)).toMatchObject({ push_events: false, repository_update_events: true });
  const at = `/hooks/${made.body.id}`;
  const changed = await call('PUT', at, admin, { repository_update_events: false, push_events: true, name: 'All' });
  expect(changed.body).toMatchObject({ repository_update_events: false, push_events: true, token_present: true });
  const all = await call('GET', '/hooks', admin);
  expect(all.body).toEqual([changed.body]);
  expect(JSON.stringify(all.body)).not.toContain('very-secret');
  expect((await call('DELETE', at, admin)).status).toBe(204);
  expect((await call('GET', at, admin)).status).toBe(404);
  const trail = await app.platform.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'like', 'system_hook.%')
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(
    ['created', 'updated', 'deleted'].map((act) => `system_hook.${act}`),
  );
});

test('what happens to groups, projects, users and members is told with the secret', async () => {
  const made = await call('POST', '/hooks', admin, { url, token: 'very-secret', push_events: true });
  const group = await call('POST', '/groups', person, { name: 'Team', path: 'team' });
  await call('PUT', `/groups/${group.body.id}`, person, { path: 'crew' });
  const project = await call('POST', '/projects', person, {
    name: 'Tool',
    namespace_id: group.body.id,
    initialize_with_readme: true,
  });
  const other = await createUser(app, { username: 'newcomer' });
  await call('POST', `/groups/${group.body.id}/members`, person, { user_id: other.user.id, access_level: 20 });
  const members = `/projects/${project.body.id}/members`;
  await call('POST', members, person, { user_id: other.user.id, access_level: 30 });
  await call('PUT', `${members}/${other.user.id}`, person, { access_level: 40 });
  await call('DELETE', `${members}/${other.user.id}`, person);
  await call('PUT', `/projects/${project.body.id}`, person, { path: 'tools' });
  await call('POST', `/projects/${project.body.id}/repository/files/a.txt`, person, {
    branch: 'main',
    content: 'a',
    commit_message: 'Add',
  });
  await app.runJobs();
  await call('DELETE', `/projects/${project.body.id}`, person);
  await call('DELETE', `/groups/${group.body.id}`, person);
  await app.runJobs();
  // A new path is told of as that alone; the project began with a push.
  expect(new Set(names())).toEqual(
    new Set([
      'group_create',
      'group_destroy',
      'group_rename',
      'project_create',
      'project_destroy',
      'project_rename',
      'push',
      'repository_update',
      'user_add_to_group',
      'user_add_to_team',
      'user_create',
      'user_remove_from_team',
      'user_update_for_team',
    ]),
  );
  for (const { headers } of received) {
    expect([headers['x-gitlab-event'], headers['x-gitlab-token']]).toEqual(['System Hook', 'very-secret']);
  }
  const body = (name: string) => received.find((each) => each.body['event_name'] === name)?.body;
  expect(body('user_update_for_team')).toMatchObject({
    access_level: 'Maintainer',
    user_username: 'newcomer',
    user_email: other.user.email,
  });
  expect(body('group_rename')).toMatchObject({ path: 'crew', old_path: 'team', old_full_path: 'team' });
  expect(body('project_destroy')).toMatchObject({ name: 'Tool', path_with_namespace: 'crew/tools' });
  await call('DELETE', `/hooks/${made.body.id}`, admin);
});

test('pushes and updates of repositories are both told of one push, without commits; a test sends the newest project', async () => {
  const project = await call('POST', '/projects', person, { name: 'Pushed', initialize_with_readme: true });
  await app.runJobs();
  const made = await call('POST', '/hooks', admin, { url, push_events: true });
  await call('POST', `/projects/${project.body.id}/repository/files/a.txt`, person, {
    branch: 'main',
    content: 'a',
    commit_message: 'Add',
  });
  await app.runJobs();
  expect(new Set(names())).toEqual(new Set(['push', 'repository_update']));
  expect(received).toHaveLength(2);
  expect(received.find(({ body }) => body['event_name'] === 'push')?.body).toMatchObject({
    project_id: project.body.id,
    commits: [],
    total_commits_count: 1,
  });
  expect(received.find(({ body }) => body['event_name'] === 'repository_update')?.body).toMatchObject({
    refs: ['refs/heads/main'],
    user_username: person.user.username,
  });
  received = [];
  const tested = await call('POST', `/hooks/${made.body.id}`, admin);
  expect([tested.status, tested.body.event_name]).toEqual([201, 'project_create']);
  expect(received.map(({ body }) => body)).toEqual([tested.body]);
  expect((await call('GET', `/hooks/${made.body.id}/events`, admin)).body).toHaveLength(3);
});

test('the pages of administration list, test and resend; nobody else finds them', async () => {
  const made = await call('POST', '/hooks', admin, { url, name: 'Directory' });
  const list = await page('/admin/hooks', admin);
  expect(list.body.data).toMatchObject({ scope: 'system', api: '/api/v4/hooks' });
  const at = `/admin/hooks/${made.body.id}`;
  expect(list.body.data.hooks).toContainEqual(
    expect.objectContaining({ name: 'Directory', href: at, events: ['repository_update_events'] }),
  );
  const server = await app.server();
  const send = (method: 'GET' | 'POST', path: string, who = admin) =>
    server.inject({ method, url: path, headers: who.headers });
  const tested = (await send('POST', `${at}/test`)).json<{ id: number; resendPath: string }>();
  expect(tested).toMatchObject({ state: 'succeeded', requestBody: expect.stringContaining('project_create') });
  const view = await page(at, admin);
  expect(view.body.data).toMatchObject({ hook: { id: made.body.id }, deliveries: [{ id: tested.id }] });
  expect((await send('GET', `${at}/deliveries/${tested.id}`)).json()).toMatchObject({ responseBody: 'fine' });
  expect((await send('POST', tested.resendPath)).json()).toMatchObject({ state: 'succeeded' });
  expect(names()).toEqual(['project_create', 'project_create']);
  for (const path of ['/admin/hooks', at]) expect((await page(path, person)).status).toBe(404);
  expect((await send('POST', `${at}/test`, person)).statusCode).toBe(403);
  expect((await send('POST', tested.resendPath, person)).statusCode).toBe(403);
  expect((await send('GET', `${at}/deliveries/${tested.id}`, person)).statusCode).toBe(404);
});
