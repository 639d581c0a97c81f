import type { GroupNewPageData, UserShowPageData } from '@tributary/contract/projects/page.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let root: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
});
afterAll(() => app.close());

/** A user whose account an administrator has changed. */
async function limited(change: Record<string, unknown>): Promise<TestUser> {
  const person = await createUser(app);
  const answer = await call('PUT', `/users/${person.user.id}`, root, change);
  expect(answer.status).toBe(200);
  return person;
}

describe('can_create_group', () => {
  test('off: no group at the top, but groups in groups as the role allows', async () => {
    const person = await limited({ can_create_group: false });
    expect((await call('GET', '/user', person)).body.can_create_group).toBe(false);
    expect(await call('POST', '/groups', person, { name: 'Mine', path: 'mine' })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('not allowed to create top-level groups') },
    });
    const parent = await createGroup(app);
    await addMember(app, { group: parent, user: person.user, level: 50 });
    const inner = await call('POST', '/groups', person, { name: 'Inner', path: 'inner', parent_id: parent.id });
    expect(inner.status).toBe(201);
    expect((await call('POST', `/groups/${inner.body.id}/transfer`, person)).status).toBe(403);
    const form = (await page('/groups/new', person)).body.data as GroupNewPageData;
    expect(form.topRefusal).toContain('not allowed');
    expect((await page('/', person)).body.data.can).toEqual({ createProject: true, createGroup: false });
    await call('PUT', `/users/${person.user.id}`, root, { can_create_group: true });
    expect((await call('POST', '/groups', person, { name: 'Mine', path: 'mine' })).status).toBe(201);
  });

  test('does not bind an administrator', async () => {
    const admin = await createUser(app, { isAdmin: true });
    await call('PUT', `/users/${admin.user.id}`, root, { can_create_group: false });
    expect((await call('POST', '/groups', admin, { name: 'Admins', path: 'admins-own' })).status).toBe(201);
  });
});

describe('projects_limit', () => {
  test('binds what is made, forked or moved into the own namespace', async () => {
    const person = await limited({ projects_limit: 1 });
    expect((await call('GET', '/user', person)).body).toMatchObject({ projects_limit: 1, can_create_project: true });
    const group = await createGroup(app, { owner: person.user });
    const inGroup = await createProject(app, { owner: person.user, group, files: { 'a.txt': 'a' } });
    const first = await call('POST', '/projects', person, { name: 'First' });
    expect(first.status).toBe(201);
    const refused = { status: 403, body: { message: expect.stringContaining('Your project limit is 1.') } };
    expect(await call('POST', '/projects', person, { name: 'Second' })).toMatchObject(refused);
    expect(await call('POST', `/projects/${inGroup.id}/fork`, person)).toMatchObject(refused);
    const own = { namespace: person.user.username };
    expect(await call('PUT', `/projects/${inGroup.id}/transfer`, person, own)).toMatchObject(refused);
    expect((await call('POST', '/projects', person, { name: 'Third', namespace_id: group.id })).status).toBe(201);
    await call('DELETE', `/projects/${first.body.id}`, person);
    expect((await call('POST', '/projects', person, { name: 'Second' })).status).toBe(201);
    await call('PUT', `/users/${person.user.id}`, root, { projects_limit: '' });
    expect((await call('POST', '/projects', person, { name: 'Fourth' })).status).toBe(201);
  });

  test('two at the same moment do not pass it together', async () => {
    const person = await limited({ projects_limit: 1 });
    const answers = await Promise.all(['A', 'B'].map((name) => call('POST', '/projects', person, { name })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  test.each([[-1], ['many'], [1.5]])('%j is no limit', async (limit) => {
    const person = await createUser(app);
    const answer = await call('PUT', `/users/${person.user.id}`, root, { projects_limit: limit });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('projects_limit') } });
  });
});

describe('private_profile', () => {
  test('hides everything but the name from others, and nothing from the user and administrators', async () => {
    const person = await limited({
      private_profile: true,
      bio: 'Rather not said',
      location: 'Hill',
      public_email: '',
    });
    await createProject(app, { owner: person.user });
    const stranger = await createUser(app);
    const url = `/users/${person.user.id}`;
    for (const who of [stranger, null]) {
      const shown = await call('GET', url, who);
      expect(shown.body).toMatchObject({ username: person.user.username, name: person.user.name });
      expect(Object.keys(shown.body)).not.toContain('bio');
      expect(JSON.stringify(shown.body)).not.toContain('Rather');
      expect((await call('GET', `${url}/projects`, who)).body).toEqual([]);
      expect((await call('GET', `${url}/events`, who)).body).toEqual([]);
      const data = (await page(`/${person.user.username}?tab=projects`, who)).body.data as UserShowPageData;
      expect(data).toMatchObject({ isHidden: true, projects: [], activity: [], user: { bio: '', location: '' } });
    }
    for (const who of [person, root]) {
      expect((await call('GET', url, who)).body.bio).toBe('Rather not said');
      expect((await call('GET', `${url}/projects`, who)).body).toHaveLength(1);
    }
    expect((await call('GET', '/user', person)).body.private_profile).toBe(true);
  });

  test('a note is for administrators alone', async () => {
    const person = await limited({ note: 'Left in May' });
    expect((await call('GET', `/users/${person.user.id}`, root)).body.note).toBe('Left in May');
    expect(JSON.stringify((await call('GET', '/user', person)).body)).not.toContain('Left in May');
  });
});
