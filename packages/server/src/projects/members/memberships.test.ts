import { restMembership } from '@tributary/contract/projects/members.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser } from '../../accounts/testing.ts';
import { addGroupLink, addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('administrators see which roles a user was given, nobody else', async () => {
  const [root, owner, kim] = [await rootUser(app), await createUser(app), await createUser(app)];
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user });
  const past = await createProject(app, { owner: owner.user });
  await addMember(app, { group, user: kim.user, level: 20 });
  await addMember(app, { project, user: kim.user, level: 40 });
  await addMember(app, { project: past, user: kim.user, level: 40, expiresAt: '2001-01-01' });
  const url = `/users/${kim.user.id}/memberships`;
  const all = await call('GET', url, root);
  expect(all.body.map((each: unknown) => restMembership.parse(each))).toEqual([
    { source_id: group.id, source_name: group.name, source_type: 'Namespace', access_level: 20 },
    { source_id: project.id, source_name: project.name, source_type: 'Project', access_level: 40 },
  ]);
  expect((await call('GET', `${url}?type=Project`, root)).headers['x-total']).toBe('1');
  expect((await call('GET', `${url}?type=Group`, root)).status).toBe(400);
  expect((await call('GET', url, kim)).status).toBe(403);
  expect((await call('GET', '/users/987654/memberships', root)).status).toBe(404);
});

test('users without projects are found', async () => {
  const [owner, alone, direct, byGroup, byLink, empty] = await Promise.all(
    Array.from({ length: 6 }, () => createUser(app)),
  );
  const group = await createGroup(app);
  const inner = await createGroup(app, { parent: group });
  const project = await createProject(app, { owner: owner!.user, group: inner });
  await createProject(app, { owner: owner!.user });
  const guests = await createGroup(app);
  await addMember(app, { project, user: direct!.user, level: 10 });
  await addMember(app, { group, user: byGroup!.user, level: 10 });
  await addMember(app, { group: guests, user: byLink!.user, level: 10 });
  await addGroupLink(app, { project, group: guests, level: 10 });
  await addMember(app, { group: await createGroup(app), user: empty!.user, level: 10 });
  const wanted = [owner, alone, direct, byGroup, byLink, empty].map((each) => each!.user.id);
  const found = await call('GET', '/users?without_projects=true&per_page=100', owner!);
  const ids = found.body.map((each: { id: number }) => each.id).filter((id: number) => wanted.includes(id));
  expect(new Set(ids)).toEqual(new Set([alone!.user.id, empty!.user.id]));
});
