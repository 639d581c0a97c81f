import { restProtectedBranch } from '@tributary/contract/projects/repository-rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type {
  GroupProtectedBranchesPageData,
  ProtectedBranchesPageData,
} from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countStatements } from '../../../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { canPushToBranch, mergeLevelAllows } from './index.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let maintainer: TestUser;
let developer: TestUser;
let reporter: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, maintainer] = [await createUser(app), await createUser(app)];
  [developer, reporter] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

async function build(): Promise<BuiltProject> {
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user, group, files: { a: '1' }, visibility: 'private' });
  await addMember(app, { project, user: maintainer.user, level: 40 });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  return project;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (person: TestUser, method: Method, project: BuiltProject, path = '', body?: object) =>
  server.inject({
    method,
    url: `/api/v4/projects/${project.id}/protected_branches${path}`,
    headers: person.headers,
    ...(body && { payload: body }),
  });

async function refusals(project: BuiltProject, person: TestUser, branch: string) {
  const ctx = contextOf(app, person);
  const access = await getProjectAccess(ctx, project.id);
  const kinds = ['create', 'push', 'force', 'merge', 'delete'] as const;
  return Promise.all(kinds.map(async (kind) => (await canPushToBranch(ctx, access, branch, kind))?.code ?? 'ok'));
}

test('rules are made, read, changed and removed by maintainers', async () => {
  const project = await build();
  const made = await call(maintainer, 'POST', project, '', {
    name: 'release/*',
    push_access_level: 0,
    merge_access_level: 30,
  });
  expect([made.statusCode, restProtectedBranch.parse(made.json())]).toMatchObject([
    201,
    {
      name: 'release/*',
      push_access_levels: [{ access_level: 0, access_level_description: 'No one' }],
      merge_access_levels: [{ access_level: 30, access_level_description: 'Developers + Maintainers' }],
    },
  ]);
  const again = await call(maintainer, 'POST', project, '', { name: 'release/*' });
  expect([again.statusCode, again.json()]).toEqual([409, { message: "Protected branch 'release/*' already exists" }]);
  expect(z.array(restProtectedBranch).parse((await call(maintainer, 'GET', project)).json())).toHaveLength(1);
  const path = `/${encodeURIComponent('release/*')}`;
  const changed = await call(maintainer, 'PATCH', project, path, {
    allow_force_push: true,
    allowed_to_push: [{ user_id: developer.user.id }, { id: made.json().push_access_levels[0].id, _destroy: true }],
  });
  expect(restProtectedBranch.parse(changed.json())).toMatchObject({
    allow_force_push: true,
    push_access_levels: [{ user_id: developer.user.id, access_level: null }],
  });
  expect((await call(developer, 'DELETE', project, path)).statusCode).toBe(403);
  expect((await call(maintainer, 'DELETE', project, path)).statusCode).toBe(204);
  expect((await call(maintainer, 'GET', project, path)).statusCode).toBe(404);
  const audit = await app.platform.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', 'like', 'protected_branch.%')
    .orderBy('id')
    .execute();
  expect(audit.map((event) => event.action)).toEqual(
    ['created', 'updated', 'deleted'].map((verb) => `protected_branch.${verb}`),
  );
});

test('a rule names only levels that exist, users who may push and groups the project is in', async () => {
  const project = await build();
  const stranger = await createUser(app);
  const elsewhere = await createGroup(app);
  const bodies = [
    { name: '' },
    { name: 'x', push_access_level: 20 },
    { name: 'x', allowed_to_push: [{ user_id: stranger.user.id }] },
    { name: 'x', allowed_to_push: [{ user_id: reporter.user.id }] },
    { name: 'x', allowed_to_push: [{ group_id: elsewhere.id }] },
    { name: 'x', allowed_to_push: [{ group_id: project.namespace_id, access_level: 30 }] },
  ];
  for (const body of bodies)
    expect([body, (await call(maintainer, 'POST', project, '', body)).statusCode]).toEqual([body, 400]);
  const fine = await call(maintainer, 'POST', project, '', {
    name: 'x',
    allowed_to_merge: [{ group_id: project.namespace_id }],
    code_owner_approval_required: true,
  });
  expect([fine.statusCode, fine.json().code_owner_approval_required]).toEqual([201, true]);
});

test('who may do what to which branch', async () => {
  const project = await build();
  await call(owner, 'POST', project, '', { name: 'main' });
  await call(owner, 'POST', project, '', {
    name: 'open/*',
    push_access_level: 30,
    merge_access_level: 30,
    allow_force_push: true,
  });
  await call(owner, 'POST', project, '', { name: 'frozen', push_access_level: 0, merge_access_level: 0 });
  const push = 'branch_push_refused';
  expect(await refusals(project, developer, 'topic')).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  expect(await refusals(project, developer, 'main')).toEqual([
    push,
    push,
    push,
    'branch_merge_refused',
    'default_branch_delete_refused',
  ]);
  expect(await refusals(project, maintainer, 'main')).toEqual([
    'ok',
    'ok',
    'branch_force_push_refused',
    'ok',
    'default_branch_delete_refused',
  ]);
  expect(await refusals(project, developer, 'open/door')).toEqual(['ok', 'ok', 'ok', 'ok', 'branch_delete_refused']);
  expect(await refusals(project, owner, 'frozen')).toEqual([
    push,
    push,
    push,
    'branch_merge_refused',
    'branch_delete_refused',
  ]);
  expect(await refusals(project, reporter, 'topic')).toEqual(Array.from({ length: 5 }, () => 'forbidden'));
});

test('a user or group may be named for merging alone', async () => {
  const project = await build();
  await call(owner, 'POST', project, '', {
    name: 'main',
    push_access_level: 0,
    allowed_to_merge: [{ user_id: developer.user.id }],
  });
  const ctx = contextOf(app, developer);
  const access = await getProjectAccess(ctx, project.id);
  expect(await mergeLevelAllows(ctx, access, 'main')).toBe(true);
  expect(await canPushToBranch(ctx, access, 'main')).toMatchObject({ code: 'branch_push_refused' });
  const other = contextOf(app, maintainer);
  expect(await mergeLevelAllows(other, await getProjectAccess(other, project.id), 'main')).toBe(false);
});

test('the settings page lists rules, who they name and what they cover', async () => {
  const project = await build();
  await project.repository.git('branch', 'release/1', 'main');
  await call(owner, 'POST', project, '', { name: 'release/*' });
  const url = `/-/page/${project.full_path}/-/settings/repository`;
  const page = (await server.inject({ url, headers: maintainer.headers })).json<PageData<ProtectedBranchesPageData>>();
  expect(page).toMatchObject({
    kind: 'protected_branches',
    data: { can: { manage: true }, rules: [{ name: 'release/*', isWildcard: true, matchingBranches: 1 }] },
  });
  expect(page.data.people.map((each) => each.id)).toEqual(
    expect.arrayContaining([owner.user.id, maintainer.user.id, developer.user.id]),
  );
  const refused = await server.inject({ url, headers: developer.headers });
  expect(refused.statusCode).toBe(403);
});

test('a group protects branches in all its projects, and its rules are changed in the group alone', async () => {
  const [project, other] = [await build(), await build()];
  const groupCall = (by: TestUser, method: Method, path = '', body?: object) =>
    server.inject({
      method,
      url: `/api/v4/groups/${project.namespace_id}/protected_branches${path}`,
      headers: by.headers,
      ...(body && { payload: body }),
    });
  const rule = { name: '*-stable', allow_force_push: false, push_access_level: 0, merge_access_level: 40 };
  expect((await groupCall(maintainer, 'POST', '', rule)).statusCode).toBe(403);
  const created = await groupCall(owner, 'POST', '', rule);
  expect(created.statusCode, created.body).toBe(201);
  expect(restProtectedBranch.parse(created.json())).toMatchObject({ name: '*-stable', inherited: true });
  expect((await groupCall(owner, 'POST', '', rule)).statusCode).toBe(409);
  const contextFor = async (person: TestUser, of: BuiltProject) => {
    const ctx = contextOf(app, person);
    return canPushToBranch(ctx, await getProjectAccess(ctx, of.id), '1-stable');
  };
  expect(await contextFor(developer, project)).toMatchObject({ code: 'branch_push_refused' });
  expect(await contextFor(maintainer, project)).toMatchObject({ code: 'branch_push_refused' });
  expect(await contextFor(developer, other)).toBeNull();

  const groupPath = project.full_path.slice(0, project.full_path.lastIndexOf('/'));
  const settings = (person: TestUser) =>
    server.inject({ url: `/-/page/groups/${groupPath}/-/settings/repository`, headers: person.headers });
  expect((await settings(owner)).json<PageData<GroupProtectedBranchesPageData>>().data).toMatchObject({
    api: `/api/v4/groups/${project.namespace_id}`,
    project: null,
    rules: [{ name: '*-stable', isWildcard: true, matchingBranches: null, isInherited: false }],
    can: { manage: true },
  });
  expect((await settings(maintainer)).statusCode).toBe(403);

  // The project shows the rule and cannot change it.
  const listed = (await call(maintainer, 'GET', project)).json() as { name: string; inherited: boolean }[];
  expect(listed.map(({ name, inherited }) => [name, inherited])).toContainEqual(['*-stable', true]);
  expect((await call(maintainer, 'GET', project, `/${encodeURIComponent('*-stable')}`)).json()).toEqual(
    listed.find(({ name }) => name === '*-stable'),
  );
  for (const [method, body] of [['DELETE'], ['PATCH', { allow_force_push: true }]] as const) {
    const inherited = await call(maintainer, method, project, '/*-stable', body);
    expect(inherited.statusCode).toBe(403);
    expect(inherited.body).toContain(`inherited from the group ${groupPath}`);
  }

  // A rule of the project gives more to users; force pushes are what the group says.
  const own = { name: '1-stable', push_access_level: 30, allow_force_push: true };
  expect((await call(maintainer, 'POST', project, '', own)).statusCode).toBe(201);
  expect(await contextFor(developer, project)).toBeNull();
  const force = async () => {
    const ctx = contextOf(app, developer);
    return canPushToBranch(ctx, await getProjectAccess(ctx, project.id), '1-stable', 'force');
  };
  expect(await force()).toMatchObject({ code: 'branch_force_push_refused' });
  expect((await groupCall(owner, 'PATCH', '/*-stable', { allow_force_push: true })).json()).toMatchObject({
    allow_force_push: true,
  });
  expect(await force()).toBeNull();
  expect((await groupCall(owner, 'DELETE', '/*-stable')).statusCode).toBe(204);
  expect((await groupCall(owner, 'GET')).json()).toEqual([]);
});

test('a change of a group rule costs the same for many projects, and open pages of all of them are notified', async () => {
  const project = await build();
  const create = (name: string) =>
    server.inject({
      method: 'POST',
      url: `/api/v4/groups/${project.namespace_id}/protected_branches`,
      headers: owner.headers,
      payload: { name },
    });
  await create('warm-up-*');
  const forOne = await countStatements(() => create('one-*'));
  const group = await app.system.db
    .selectFrom('namespaces')
    .selectAll()
    .where('id', '=', project.namespace_id)
    .executeTakeFirstOrThrow();
  const projects = [project];
  for (let count = 0; count < 6; count += 1) {
    projects.push(await createProject(app, { owner: owner.user, group, files: { a: '1' } }));
  }
  expect(await countStatements(() => create('many-*'))).toBe(forOne);

  await app.platform.realtime.start();
  const received = new Set<string>();
  const stops = projects.map(({ id }) =>
    app.platform.realtime.subscribe(`project:${id}`, ({ topic, event }) => received.add(`${topic} ${event}`)),
  );
  await app.runJobs();
  await expect
    .poll(() => [...received].toSorted())
    .toEqual(projects.map(({ id }) => `project:${id} protection_changed`).toSorted());
  for (const stop of stops) stop();
});
