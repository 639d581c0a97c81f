import { restGroup, restNamespace } from '@tributary/contract/projects/namespaces.ts';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { sql } from '../../platform/db/database.ts';
import { addMember, createGroup, createProject } from '../testing.ts';
import { recoverGroupRemovalsJob } from './remove-group.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let root: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  ada = await createUser(app, { username: 'ada' });
  bob = await createUser(app, { username: 'bob' });
  root = await rootUser(app);
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

describe('making groups', () => {
  test('the creator owns it, and subgroups nest', async () => {
    const made = await call('POST', '/groups', ada, { name: 'Team', path: 'team', visibility: 'public' });
    expect(made.status).toBe(201);
    expect(restGroup.parse(made.body)).toMatchObject({ full_path: 'team', parent_id: null, visibility: 'public' });
    const inner = await call('POST', '/groups', ada, { name: 'Inner', path: 'inner', parent_id: made.body.id });
    expect(inner.body).toMatchObject({ full_path: 'team/inner', full_name: 'Team / Inner', visibility: 'private' });
    const members = await call('GET', '/groups/team/members', ada);
    expect(members.body).toMatchObject([{ username: 'ada', access_level: 50 }]);
    expect((await call('GET', `/groups/${made.body.id}/subgroups`, bob)).body).toEqual([]);
    expect((await call('GET', `/groups/${made.body.id}/subgroups`, ada)).body).toHaveLength(1);
    expect((await call('GET', '/groups/team%2Finner', bob)).body).toEqual({ message: '404 Group Not Found' });
  });

  test('new projects begin with the default branch of the nearest group that has one', async () => {
    const top = await call('POST', '/groups', ada, { name: 'Trunk', path: 'trunk', default_branch: 'trunk' });
    const inner = await call('POST', '/groups', ada, { name: 'Inner', path: 'inner', parent_id: top.body.id });
    const branchOf = async (path: string) => {
      const project = { path, namespace_id: inner.body.id, initialize_with_readme: true };
      return (await call('POST', '/projects', ada, project)).body.default_branch;
    };
    expect([top.body.default_branch, inner.body.default_branch, await branchOf('one')]).toEqual([
      'trunk',
      null,
      'trunk',
    ]);
    const changed = await call('PUT', `/groups/${inner.body.id}`, ada, { default_branch: 'dev' });
    expect([changed.body.default_branch, await branchOf('two')]).toEqual(['dev', 'dev']);
    const wrong = await call('PUT', `/groups/${inner.body.id}`, ada, { default_branch: '-x' });
    expect([wrong.status, wrong.body.message]).toEqual([400, { default_branch: [expect.any(String)] }]);
  });

  test.each([
    [{ name: 'x', path: 'admin' }, { path: ['is a reserved name'] }],
    [{ name: 'x', path: 'ADA' }, { path: ['has already been taken'] }],
    [{ name: 'x', path: 'a b' }, { path: [expect.any(String)] }],
    [{ name: ' ', path: 'fine' }, { name: ["can't be blank"] }],
    [{ name: 'x\u0000', path: 'fine' }, { name: [expect.any(String)] }],
  ])('%j is refused', async (input, message) => {
    expect(await call('POST', '/groups', ada, input)).toMatchObject({ status: 400, body: { message } });
  });

  test('signed out, external and foreign users cannot', async () => {
    expect((await call('POST', '/groups', null, { name: 'x', path: 'xx' })).status).toBe(401);
    const external = await createUser(app, { isExternal: true });
    expect((await call('POST', '/groups', external, { name: 'x', path: 'xx' })).status).toBe(403);
    const group = await createGroup(app, { owner: ada.user, visibility: 'internal' });
    const inside = { name: 'x', path: 'xx', parent_id: group.id };
    expect((await call('POST', '/groups', bob, inside)).status).toBe(403);
    await addMember(app, { group, user: bob.user, level: 40 });
    expect((await call('POST', '/groups', bob, inside)).status).toBe(201);
    const open = { name: 'x', path: 'open', parent_id: group.id, visibility: 'public' };
    expect((await call('POST', '/groups', bob, open)).body.message.visibility_level).toHaveLength(1);
    const personal = (await call('GET', '/namespaces?search=ada', ada)).body[0];
    expect((await call('POST', '/groups', ada, { name: 'x', path: 'xx', parent_id: personal.id })).status).toBe(404);
  });

  test('names of users and groups do not collide, whoever comes first', async () => {
    await createGroup(app, { path: 'shared-name' });
    await expect(createUser(app, { username: 'Shared-Name' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('changing groups', () => {
  test('a new path moves all that is inside and keeps the old addresses', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'old-home' });
    const inner = await createGroup(app, { parent: group, path: 'deep' });
    const project = await createProject(app, { owner: ada.user, group: inner, path: 'tool', visibility: 'private' });
    const moved = await call('PUT', `/groups/${group.id}`, ada, { path: 'new-home', name: 'New Home' });
    expect(moved.body).toMatchObject({ full_path: 'new-home', name: 'New Home' });
    expect((await call('GET', '/projects/new-home%2Fdeep%2Ftool', ada)).body.id).toBe(project.id);
    const old = await call('GET', '/projects/old-home%2Fdeep%2Ftool?simple=true', ada);
    expect([old.status, old.headers['location']]).toEqual([
      301,
      expect.stringContaining(`/api/v4/projects/${project.id}?simple=true`),
    ]);
    expect((await call('GET', '/projects/old-home%2Fdeep%2Ftool', bob)).status).toBe(404);
    expect((await call('GET', '/groups/old-home%2Fdeep', ada)).status).toBe(301);
    expect((await page('/old-home/deep/tool', ada)).headers['location']).toBe('/-/page/new-home/deep/tool');
    expect((await page('/groups/old-home/deep/-/edit?x=1', ada)).headers['location']).toBe(
      '/-/page/groups/new-home/deep/-/edit?x=1',
    );
    // Back again: the address in use is no redirect any more.
    await call('PUT', `/groups/${group.id}`, ada, { path: 'old-home' });
    expect((await call('GET', '/projects/old-home%2Fdeep%2Ftool', ada)).status).toBe(200);
    await call('PUT', `/groups/${group.id}`, ada, { path: 'Old-Home' });
    expect((await call('GET', '/projects/old-home%2Fdeep%2Ftool', ada)).body.path_with_namespace).toBe(
      'Old-Home/deep/tool',
    );
  });

  test('a user who takes another name takes their projects along', async () => {
    const carol = await createUser(app, { username: 'carol' });
    const project = await createProject(app, { owner: carol.user, path: 'diary' });
    expect((await call('PUT', `/users/${carol.user.id}`, root, { username: 'caroline' })).status).toBe(200);
    expect((await call('GET', `/projects/${project.id}`, null)).body.path_with_namespace).toBe('caroline/diary');
    expect((await call('GET', '/projects/carol%2Fdiary', null)).status).toBe(301);
  });

  test('visibility stays between what is above and what is inside', async () => {
    const group = await createGroup(app, { owner: ada.user, visibility: 'public' });
    await createProject(app, { owner: ada.user, group, visibility: 'internal' });
    expect((await call('PUT', `/groups/${group.id}`, ada, { visibility: 'private' })).body.message).toEqual({
      visibility_level: ['private is not allowed since this group contains projects with higher visibility.'],
    });
    expect((await call('PUT', `/groups/${group.id}`, ada, { visibility: 'internal' })).status).toBe(200);
    const child = await createGroup(app, { parent: group, owner: ada.user, visibility: 'internal' });
    expect((await call('PUT', `/groups/${child.id}`, ada, { visibility: 'public' })).body.message).toEqual({
      visibility_level: ['public is not allowed since the parent group has a internal visibility.'],
    });
  });

  test('only owners change a group', async () => {
    const group = await createGroup(app, { owner: ada.user });
    await addMember(app, { group, user: bob.user, level: 40 });
    expect((await call('PUT', `/groups/${group.id}`, bob, { name: 'x' })).status).toBe(403);
    expect((await call('PUT', `/groups/${group.id}`, null, { name: 'x' })).status).toBe(401);
    expect((await call('PUT', `/groups/${group.id}`, root, { name: 'By root' })).body.name).toBe('By root');
  });
});

describe('removing groups', () => {
  test('one with contents goes by a job that can be repeated, and its name is free at once', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'going' });
    const inner = await createGroup(app, { parent: group, path: 'inner' });
    const first = await createProject(app, { owner: ada.user, group, files: { a: '1' } });
    const second = await createProject(app, { owner: ada.user, group: inner });
    await addMember(app, { group, user: bob.user, level: 40 });
    expect((await call('DELETE', `/groups/${group.id}`, bob)).status).toBe(403);
    for (const query of ['full_path=wrong', 'permanently_remove=true', 'permanently_remove=true&full_path=inner']) {
      const refused = await call('DELETE', `/groups/${group.id}?${query}`, ada);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        expect.stringContaining('`full_path` is incorrect'),
      ]);
    }
    expect((await call('DELETE', `/projects/${second.id}`, ada)).status).toBe(202);
    expect((await call('DELETE', `/groups/${group.id}`, ada)).status).toBe(202);
    for (const url of [
      `/groups/${group.id}`,
      `/groups/${inner.id}`,
      `/projects/${first.id}`,
      `/projects/${second.id}`,
    ]) {
      for (const person of [bob, ada, root]) {
        const answer = await call('GET', url, person);
        expect([answer.status, answer.body.message]).toEqual([
          404,
          expect.stringMatching(/^404 (Group|Project) Not Found$/),
        ]);
      }
    }
    const again = await createGroup(app, { owner: ada.user, path: 'going' });
    const innerAgain = await createGroup(app, { parent: again, path: 'inner' });
    await createProject(app, { owner: ada.user, group: innerAgain, path: second.path });
    expect((await call('GET', '/groups/going', ada)).body.id).toBe(again.id);
    expect((await call('DELETE', '/groups/going?permanently_remove=true&full_path=going', ada)).status).toBe(202);
    expect((await call('GET', '/groups?search=going', ada)).body).toEqual([]);
    armFailpoints('group.project_removed:1:throw');
    await expect(app.runJobs()).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    await app.system.db
      .updateTable('namespaces')
      .set({ deleting_since: new Date(0) })
      .where('id', '=', group.id)
      .execute();
    await sql`delete from graphile_worker._private_jobs`.execute(app.system.db);
    await recoverGroupRemovalsJob.run(app.system, {});
    await app.runJobs();
    expect((await call('GET', `/groups/${group.id}`, root)).status).toBe(404);
    expect(existsSync(app.platform.repositories.directory(first.id))).toBe(false);
  });

  test('an empty one goes without more words', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'empty-one' });
    expect((await call('DELETE', `/groups/${group.id}`, ada)).status).toBe(202);
    await app.runJobs();
    expect((await call('POST', '/groups', bob, { name: 'Empty', path: 'empty-one' })).status).toBe(201);
  });
});

describe('seeing', () => {
  test('lists hold what may be seen; belonging below is enough', async () => {
    const dora = await createUser(app);
    const secret = await createGroup(app, { owner: ada.user, path: 'seen-secret', visibility: 'private' });
    await createGroup(app, { owner: ada.user, path: 'seen-inside', visibility: 'internal' });
    await createGroup(app, { owner: ada.user, path: 'seen-open', visibility: 'public' });
    const project = await createProject(app, { owner: ada.user, group: secret, visibility: 'private' });
    await addMember(app, { project, user: dora.user, level: 10 });
    const paths = async (who: TestUser | null) =>
      (await call('GET', '/groups?search=seen-&order_by=path', who)).body.map((group: { path: string }) => group.path);
    expect(await paths(null)).toEqual(['seen-open']);
    expect(await paths(bob)).toEqual(['seen-inside', 'seen-open']);
    expect(await paths(dora)).toEqual(['seen-inside', 'seen-open', 'seen-secret']);
    expect((await call('GET', '/groups/seen-secret', dora)).body.projects).toHaveLength(1);
    expect((await call('GET', '/groups?owned=true&search=seen-', ada)).body).toHaveLength(3);
    expect((await call('GET', '/groups?owned=true&search=seen-', bob)).body).toHaveLength(0);
    expect((await call('GET', `/groups/${secret.id}/projects`, dora)).body).toHaveLength(1);
    const below = `/groups/${secret.id}/projects?include_subgroups=true`;
    expect((await call('GET', `${below}&active=true`, dora)).body).toHaveLength(1);
    expect((await call('GET', `${below}&active=false`, dora)).body).toEqual([]);
    expect((await call('GET', `${below}&membership=true`, dora)).body).toHaveLength(1);
    expect((await call('GET', `${below}&membership=true&topic=none-has-it`, dora)).body).toEqual([]);
  });

  test('namespaces are those of the user', async () => {
    const eve = await createUser(app, { username: 'eve' });
    const own = await createGroup(app, { owner: eve.user, path: 'eves-group' });
    const mine = await call('GET', '/namespaces', eve);
    expect(mine.body.map((each: unknown) => restNamespace.parse(each).full_path)).toEqual(['eve', 'eves-group']);
    expect((await call('GET', '/namespaces', null)).status).toBe(401);
    expect((await call('GET', `/namespaces/${own.id}`, bob)).body).not.toHaveProperty('projects_count');
    expect((await call('GET', '/namespaces/eve', eve)).body).toMatchObject({
      kind: 'user',
      web_url: expect.stringMatching(/\/eve$/),
    });
    expect((await call('GET', '/namespaces/eves-group/exists', eve)).body).toEqual({
      exists: true,
      suggests: ['eves-group1'],
    });
    expect((await call('GET', '/namespaces/free-one/exists', eve)).body).toEqual({ exists: false, suggests: [] });
  });
});
