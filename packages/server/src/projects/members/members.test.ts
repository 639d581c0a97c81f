import { restMember } from '@tributary/contract/projects/members.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';
import { expireMembersJob } from './expire-members.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: TestUser;
let root: TestUser;
const call = restCaller(() => app);
const day = (offset: number) => new Date(app.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  root = await rootUser(app);
});
afterAll(() => app.close());

describe('giving roles', () => {
  test('a member is added, shown, changed and removed', async () => {
    const project = await createProject(app, { owner: owner.user, visibility: 'private' });
    const kim = await createUser(app);
    const url = `/projects/${project.id}/members`;
    const added = await call('POST', url, owner, { user_id: kim.user.id, access_level: 30, expires_at: day(7) });
    expect(added.status).toBe(201);
    expect(restMember.parse(added.body)).toMatchObject({
      access_level: 30,
      expires_at: day(7),
      created_by: { username: 'owner' },
    });
    expect((await call('POST', url, owner, { user_id: kim.user.id, access_level: 40 })).body).toEqual({
      message: 'Member already exists',
    });
    expect((await call('PUT', `${url}/${kim.user.id}`, owner, { access_level: 40 })).body).toMatchObject({
      access_level: 40,
      expires_at: day(7),
    });
    expect(
      (await call('PUT', `${url}/${kim.user.id}`, owner, { access_level: 40, expires_at: '' })).body.expires_at,
    ).toBeNull();
    expect((await call('GET', url, kim)).body.map((each: { username: string }) => each.username)).toEqual([
      'owner',
      kim.user.username,
    ]);
    expect((await call('DELETE', `${url}/${kim.user.id}`, owner)).status).toBe(204);
    expect((await call('GET', `/projects/${project.id}`, kim)).status).toBe(404);
  });

  test.each([
    [{ access_level: 30 }, 400, { error: 'user_id, username is missing' }],
    [{ user_id: 'x', access_level: 30 }, 400, { error: 'user_id.0 does not have a valid value' }],
    [{ user_id: 999_999, access_level: 30 }, 404, { message: '404 User Not Found' }],
    [{ username: 'nobody-like-that', access_level: 30 }, 404, { message: '404 User Not Found' }],
    [{ user_id: 1, access_level: 35 }, 400, { error: 'access_level does not have a valid value' }],
    [
      { user_id: 1, access_level: 30, expires_at: '2001-01-01' },
      400,
      { message: { expires_at: ['cannot be a date in the past'] } },
    ],
    [
      { user_id: 1, access_level: 30, expires_at: '31.12.2099' },
      400,
      { error: 'expires_at does not have a valid value' },
    ],
  ])('%j is refused', async (input, status, body) => {
    const project = await createProject(app, { owner: owner.user });
    expect(await call('POST', `/projects/${project.id}/members`, owner, input)).toMatchObject({ status, body });
  });

  test('several at once: each is added that can be', async () => {
    const project = await createProject(app, { owner: owner.user });
    const [one, two] = [await createUser(app), await createUser(app)];
    const url = `/projects/${project.id}/members`;
    const both = { user_id: `${one.user.id},${two.user.id}`, access_level: 20 };
    expect((await call('POST', url, owner, both)).body).toEqual({ status: 'success' });
    const three = await createUser(app);
    const mixed = { username: `${three.user.username},${one.user.username},missing-one`, access_level: 20 };
    expect((await call('POST', url, owner, mixed)).body).toEqual({
      status: 'error',
      message: { 'missing-one': 'Not found', [one.user.username]: 'Member already exists' },
    });
    expect((await call('GET', `${url}/${three.user.id}`, owner)).status).toBe(200);
  });

  test('nobody gives or changes a role above their own', async () => {
    const group = await createGroup(app, { owner: owner.user });
    const project = await createProject(app, { owner: owner.user, group });
    const [maintainer, developer, other] = [await createUser(app), await createUser(app), await createUser(app)];
    await addMember(app, { project, user: maintainer.user, level: 40 });
    await addMember(app, { project, user: developer.user, level: 30 });
    const url = `/projects/${project.id}/members`;
    const refused = { message: 'You cannot assign or change a role higher than your own.' };
    expect((await call('POST', url, maintainer, { user_id: other.user.id, access_level: 50 })).body).toEqual(refused);
    expect((await call('POST', url, maintainer, { user_id: other.user.id, access_level: 40 })).status).toBe(201);
    expect((await call('PUT', `${url}/${maintainer.user.id}`, maintainer, { access_level: 50 })).body).toEqual(refused);
    expect((await call('POST', url, developer, { user_id: other.user.id, access_level: 10 })).status).toBe(403);
    const second = await createUser(app);
    await addMember(app, { project, user: second.user, level: 50 });
    expect((await call('PUT', `${url}/${second.user.id}`, maintainer, { access_level: 10 })).body).toEqual(refused);
    expect((await call('DELETE', `${url}/${second.user.id}`, maintainer)).body).toEqual(refused);
    const groupUrl = `/groups/${group.id}/members`;
    await addMember(app, { group, user: maintainer.user, level: 40 });
    expect((await call('POST', groupUrl, maintainer, { user_id: other.user.id, access_level: 10 })).status).toBe(403);
    expect((await call('POST', groupUrl, null, { user_id: other.user.id, access_level: 10 })).status).toBe(401);
    expect((await call('POST', groupUrl, root, { user_id: other.user.id, access_level: 50 })).status).toBe(201);
  });

  test('a role below the inherited one is refused, and members/all shows the highest', async () => {
    const group = await createGroup(app, { owner: owner.user, name: 'Above' });
    const inner = await createGroup(app, { parent: group });
    const project = await createProject(app, { owner: owner.user, group: inner });
    const lee = await createUser(app);
    await addMember(app, { group, user: lee.user, level: 30 });
    const url = `/projects/${project.id}/members`;
    expect((await call('POST', url, owner, { user_id: lee.user.id, access_level: 20 })).body).toEqual({
      message: { access_level: ['should be greater than or equal to Developer inherited membership from group Above'] },
    });
    expect((await call('GET', `${url}/${lee.user.id}`, owner)).status).toBe(404);
    expect((await call('GET', `${url}/all/${lee.user.id}`, owner)).body.access_level).toBe(30);
    expect((await call('POST', url, owner, { user_id: lee.user.id, access_level: 40 })).status).toBe(201);
    expect((await call('PUT', `${url}/${lee.user.id}`, owner, { access_level: 10 })).status).toBe(400);
    const all = await call('GET', `${url}/all`, owner);
    expect(all.body.map((each: { access_level: number }) => each.access_level)).toEqual([50, 40]);
    expect((await call('GET', `${url}/all?query=${lee.user.username}`, owner)).headers['x-total']).toBe('1');
  });
});

describe('the last owner', () => {
  test('can neither leave, be demoted, be removed, nor run out', async () => {
    const group = await createGroup(app, { owner: owner.user });
    const url = `/groups/${group.id}/members/${owner.user.id}`;
    const refused = { message: 'A group must have an owner. Assign another owner first.' };
    expect((await call('DELETE', url, owner)).body).toEqual(refused);
    expect((await call('DELETE', url, root)).body).toEqual(refused);
    expect((await call('PUT', url, owner, { access_level: 40 })).body).toEqual(refused);
    expect((await call('PUT', url, owner, { access_level: 50, expires_at: day(3) })).body).toEqual(refused);
    const next = await createUser(app);
    await addMember(app, { group, user: next.user, level: 50 });
    expect((await call('DELETE', url, owner)).status).toBe(204);
    expect((await call('PUT', url.replace(/\d+$/, String(next.user.id)), next, { access_level: 40 })).body).toEqual(
      refused,
    );
  });

  test('of two who leave at the same moment one has to stay', async () => {
    for (let round = 0; round < 5; round++) {
      const group = await createGroup(app, { owner: owner.user });
      const second = await createUser(app);
      await addMember(app, { group, user: second.user, level: 50 });
      const url = (who: TestUser) => `/groups/${group.id}/members/${who.user.id}`;
      const left = await Promise.all([call('DELETE', url(owner), owner), call('DELETE', url(second), second)]);
      expect(left.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 403]);
    }
  });

  test('an owner who is blocked or about to expire counts only as long as they can act', async () => {
    const group = await createGroup(app, { owner: owner.user });
    const blocked = await createUser(app, { state: 'blocked' });
    await addMember(app, { group, user: blocked.user, level: 50 });
    expect((await call('DELETE', `/groups/${group.id}/members/${owner.user.id}`, owner)).status).toBe(403);
  });

  test('the owner of a personal namespace is shown and cannot be taken out', async () => {
    const project = await createProject(app, { owner: owner.user });
    const url = `/projects/${project.id}/members`;
    expect((await call('GET', url, owner)).body).toMatchObject([{ username: 'owner', access_level: 50 }]);
    expect((await call('DELETE', `${url}/${owner.user.id}`, root)).status).toBe(404);
    expect((await call('POST', url, owner, { user_id: owner.user.id, access_level: 10 })).status).toBe(409);
  });
});

describe('losing access', () => {
  test('leaving needs no right, and leaving a group takes the roles below along', async () => {
    const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
    const inner = await createGroup(app, { parent: group, visibility: 'private' });
    const project = await createProject(app, { owner: owner.user, group: inner, visibility: 'private' });
    const guest = await createUser(app);
    await addMember(app, { group, user: guest.user, level: 10 });
    await addMember(app, { project, user: guest.user, level: 40 });
    expect((await call('GET', `/projects/${project.id}`, guest)).status).toBe(200);
    expect((await call('DELETE', `/groups/${group.id}/members/${guest.user.id}`, guest)).status).toBe(204);
    expect((await call('GET', `/projects/${project.id}`, guest)).status).toBe(404);
    expect((await call('GET', `/groups/${group.id}`, guest)).status).toBe(404);
  });

  test('the role ends with the first day without access, on every interface at once', async () => {
    const project = await createProject(app, { owner: owner.user, visibility: 'private' });
    const temp = await createUser(app);
    await addMember(app, { project, user: temp.user, level: 30, expiresAt: day(2) });
    expect((await call('GET', `/projects/${project.id}`, temp)).status).toBe(200);
    app.clock.advance(2 * DAY_MS);
    expect((await call('GET', `/projects/${project.id}`, temp)).status).toBe(404);
    expect((await call('GET', '/projects?membership=true', temp)).body).toEqual([]);
    expect((await call('GET', `/projects/${project.id}/members`, owner)).body).toHaveLength(1);
    await expireMembersJob.run(app.system, {});
    const rows = await app.platform.db.selectFrom('members').select('id').where('user_id', '=', temp.user.id).execute();
    expect(rows).toEqual([]);
    const trail = await app.platform.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'member.removed')
      .orderBy('id')
      .execute();
    expect(trail.at(-1)?.details).toMatchObject({ user_id: temp.user.id, from: 30, to: 0, reason: 'expired' });
  });

  test('every change is on the trail and told to the open streams of the user', async () => {
    await app.platform.realtime.start();
    const heard: string[] = [];
    const kim = await createUser(app);
    const stop = app.platform.realtime.subscribe(`user:${kim.user.id}`, (message) => heard.push(message.event));
    const project = await createProject(app, { owner: owner.user });
    const url = `/projects/${project.id}/members`;
    await call('POST', url, owner, { user_id: kim.user.id, access_level: 30 });
    await call('PUT', `${url}/${kim.user.id}`, owner, { access_level: 20 });
    await call('DELETE', `${url}/${kim.user.id}`, owner);
    const trail = await app.platform.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('target_type', '=', 'project')
      .where('target_id', '=', String(project.id))
      .orderBy('id')
      .execute();
    expect(trail).toEqual(
      ['member.added', 'member.changed', 'member.removed'].map((action) => ({ action, actor_id: owner.user.id })),
    );
    await expect.poll(() => heard).toEqual(['access_changed', 'access_changed', 'access_changed']);
    stop();
  });
});
