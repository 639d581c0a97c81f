import { restGroupDetail } from '@tributary/contract/projects/namespaces.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../access/index.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
});
afterAll(() => app.close());

const transfer = (group: NamespaceRow, target: NamespaceRow | null, who: TestUser | null = owner) =>
  call('POST', `/groups/${group.id}/transfer`, who, target ? { group_id: target.id } : {});

const statusOf = async (url: string, who: TestUser) => (await call('GET', url, who)).status;

test('a group moves with everything in it, old addresses lead on, and members of the old parent are out', async () => {
  const [from, to] = [
    await createGroup(app, { owner: owner.user, path: 'from', visibility: 'private' }),
    await createGroup(app, { owner: owner.user, path: 'to', visibility: 'private' }),
  ];
  const group = await createGroup(app, { parent: from, path: 'team', visibility: 'private' });
  const inner = await createGroup(app, { parent: group, path: 'inner', visibility: 'private' });
  const project = await createProject(app, { owner: owner.user, group: inner, path: 'tool', visibility: 'private' });
  const [old, fresh, own] = [await createUser(app), await createUser(app), await createUser(app)];
  await addMember(app, { group: from, user: old.user, level: 30 });
  await addMember(app, { group: to, user: fresh.user, level: 30 });
  await addMember(app, { group: inner, user: own.user, level: 30 });
  const moved = await transfer(group, to);
  expect(moved.status).toBe(201);
  expect(restGroupDetail.parse(moved.body)).toMatchObject({ full_path: 'to/team', parent_id: to.id });
  expect((await call('GET', `/projects/${project.id}`, owner)).body.path_with_namespace).toBe('to/team/inner/tool');
  const row = await app.platform.db.selectFrom('namespaces').selectAll().where('id', '=', inner.id).executeTakeFirst();
  expect(row).toMatchObject({ full_path: 'to/team/inner', traversal_ids: [to.id, group.id, inner.id] });
  const statuses = await Promise.all([old, fresh, own].map((who) => statusOf(`/projects/${project.id}`, who)));
  expect(statuses).toEqual([404, 200, 200]);
  expect(await statusOf('/projects/from%2Fteam%2Finner%2Ftool', owner)).toBe(301);
  expect(await statusOf('/groups/from%2Fteam', owner)).toBe(301);
  expect((await transfer(group, from)).status).toBe(201);
  expect(await statusOf('/groups/from%2Fteam%2Finner', owner)).toBe(200);
});

test('to the top, where its mover becomes its owner when nobody else is', async () => {
  const parent = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const group = await createGroup(app, { parent, path: 'rising', visibility: 'private' });
  expect((await transfer(group, null)).body).toMatchObject({ full_path: 'rising', parent_id: null });
  expect((await call('GET', '/groups/rising/members', owner)).body).toMatchObject([
    { username: 'owner', access_level: 50 },
  ]);
  expect((await transfer(group, null)).body).toEqual({
    message: 'Transfer failed: Group is already associated to the parent group.',
  });
});

test('neither into itself nor below itself, nor where the path is taken or the visibility too narrow', async () => {
  const group = await createGroup(app, { owner: owner.user, path: 'ring' });
  const inner = await createGroup(app, { parent: group, path: 'inner' });
  expect((await transfer(group, inner)).body.message).toContain('into itself');
  expect((await transfer(group, group)).body.message).toContain('into itself');
  const target = await createGroup(app, { owner: owner.user, visibility: 'private' });
  expect((await transfer(group, target)).body).toEqual({
    message: {
      visibility_level: ['public is not allowed since the parent group has a private visibility.'],
    },
  });
  const open = await createGroup(app, { owner: owner.user });
  await createProject(app, { owner: owner.user, group: open, path: 'ring' });
  expect((await transfer(group, open)).body.message).toContain('same path');
  const personal = await call('GET', '/namespaces/owner', owner);
  expect((await call('POST', `/groups/${group.id}/transfer`, owner, { group_id: personal.body.id })).status).toBe(404);
});

test('two groups that are moved into each other at the same moment end as one in the other', async () => {
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await createGroup(app, { owner: owner.user }), await createGroup(app, { owner: owner.user })];
    const answers = await Promise.all([transfer(one, two), transfer(two, one)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  }
});

test('who may: the owner of the group who may make groups in the target', async () => {
  const target = await createGroup(app, { owner: owner.user });
  const hidden = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const group = await createGroup(app, { owner: owner.user });
  const [maintainer, other] = [await createUser(app), await createUser(app)];
  await addMember(app, { group, user: maintainer.user, level: 40 });
  await addMember(app, { group: target, user: maintainer.user, level: 50 });
  await addMember(app, { group, user: other.user, level: 50 });
  expect((await transfer(group, target, maintainer)).status).toBe(403);
  expect((await transfer(group, target, other)).status).toBe(403);
  expect((await transfer(group, hidden, other)).status).toBe(404);
  expect((await transfer(group, target, null)).status).toBe(401);
  await addMember(app, { group: target, user: other.user, level: 40 });
  expect((await transfer(group, target, other)).status).toBe(201);
  const root = await rootUser(app);
  expect((await transfer(group, null, root)).status).toBe(201);
});

test('the places to move to are offered', async () => {
  const ada = await createUser(app);
  const [home, target, weak] = [
    await createGroup(app, { owner: ada.user }),
    await createGroup(app, { owner: ada.user }),
    await createGroup(app),
  ];
  await addMember(app, { group: weak, user: ada.user, level: 30 });
  const group = await createGroup(app, { parent: home });
  await createGroup(app, { parent: group });
  const project = await createProject(app, { owner: ada.user, group });
  const ids = async (url: string) => (await call('GET', url, ada)).body.map((each: { id: number }) => each.id);
  expect(await ids(`/groups/${group.id}/transfer_locations`)).toEqual([target.id]);
  expect(await ids(`/groups/${group.id}/transfer_locations?search=nothing-like-it`)).toEqual([]);
  const forProject = await ids(`/projects/${project.id}/transfer_locations`);
  expect(forProject).toEqual(expect.arrayContaining([home.id, target.id, weak.id]));
  expect(forProject).not.toContain(group.id);
});
