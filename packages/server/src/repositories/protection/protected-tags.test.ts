import { restProtectedTag, restTag } from '@tributary/contract/projects/repository-rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { ProtectedBranchesPageData, TagsPageData } from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { cloneAddress, createGitClient } from '../testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { canChangeTag } from './tags/tag-rights.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let maintainer: TestUser;
let developer: TestUser;
let reporter: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, maintainer, developer, reporter] = await Promise.all([
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
  ]);
});
afterAll(() => app.close());

async function build(): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, files: { a: '1' }, visibility: 'private' });
  await addMember(app, { project, user: maintainer.user, level: 40 });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  return project;
}

type Method = 'GET' | 'POST' | 'DELETE';
const call = (person: TestUser, method: Method, project: BuiltProject, path: string, body?: object) =>
  server.inject({
    method,
    url: `/api/v4/projects/${project.id}/${path}`,
    headers: person.headers,
    ...(body && { payload: body }),
  });

async function refusals(project: BuiltProject, person: TestUser, tag: string) {
  const ctx = contextOf(app, person);
  const access = await getProjectAccess(ctx, project.id);
  const changes = ['create', 'update', 'delete', 'delete_by_git'] as const;
  return Promise.all(changes.map(async (change) => (await canChangeTag(ctx, access, tag, change))?.code ?? 'ok'));
}

test('rules are made, read and removed by maintainers, and recorded', async () => {
  const project = await build();
  const made = await call(maintainer, 'POST', project, 'protected_tags', { name: 'v*', create_access_level: 30 });
  expect([made.statusCode, restProtectedTag.parse(made.json())]).toMatchObject([
    201,
    {
      name: 'v*',
      create_access_levels: [{ access_level: 30, access_level_description: 'Developers + Maintainers' }],
    },
  ]);
  const again = await call(maintainer, 'POST', project, 'protected_tags', { name: 'v*' });
  expect([again.statusCode, again.json()]).toEqual([409, { message: "Protected tag 'v*' already exists" }]);
  expect(
    z.array(restProtectedTag).parse((await call(maintainer, 'GET', project, 'protected_tags')).json()),
  ).toHaveLength(1);
  const path = `protected_tags/${encodeURIComponent('v*')}`;
  expect((await call(maintainer, 'GET', project, path)).statusCode).toBe(200);
  expect((await call(developer, 'POST', project, 'protected_tags', { name: 'x' })).statusCode).toBe(403);
  expect((await call(developer, 'DELETE', project, path)).statusCode).toBe(403);
  expect((await call(maintainer, 'DELETE', project, path)).statusCode).toBe(204);
  expect((await call(maintainer, 'GET', project, path)).statusCode).toBe(404);
  const audit = await app.platform.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'like', 'protected_tag.%')
    .orderBy('id')
    .execute();
  expect(audit.map((event) => event.action)).toEqual(['protected_tag.created', 'protected_tag.deleted']);
});

test('a rule names only levels that exist and users who may push', async () => {
  const project = await build();
  const bodies = [
    { name: '' },
    { name: 'x', create_access_level: 20 },
    { name: 'x', allowed_to_create: [{ user_id: reporter.user.id }] },
    { name: 'x', allowed_to_create: [{ user_id: developer.user.id, access_level: 30 }] },
  ];
  for (const body of bodies) {
    expect([body, (await call(maintainer, 'POST', project, 'protected_tags', body)).statusCode]).toEqual([body, 400]);
  }
});

test('who may do what to which tag', async () => {
  const project = await build();
  await call(owner, 'POST', project, 'protected_tags', { name: 'v*' });
  await call(owner, 'POST', project, 'protected_tags', { name: 'nightly', create_access_level: 0 });
  await call(owner, 'POST', project, 'protected_tags', {
    name: 'dev-*',
    allowed_to_create: [{ user_id: developer.user.id }],
  });
  const [create, update] = ['tag_create_refused', 'tag_update_refused'];
  const byGit = 'tag_delete_by_git_refused';
  expect(await refusals(project, developer, 'free')).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(await refusals(project, developer, 'v1')).toEqual([create, update, 'tag_delete_refused', byGit]);
  expect(await refusals(project, maintainer, 'v1')).toEqual(['ok', update, 'ok', byGit]);
  expect(await refusals(project, owner, 'nightly')).toEqual([create, update, 'ok', byGit]);
  expect(await refusals(project, developer, 'dev-1')).toEqual(['ok', update, 'tag_delete_refused', byGit]);
  expect(await refusals(project, maintainer, 'dev-1')).toEqual([create, update, 'ok', byGit]);
  expect(await refusals(project, reporter, 'v1')).toEqual(Array.from({ length: 4 }, () => 'forbidden'));
});

test('the API and the pages keep to the rules and show them', async () => {
  const project = await build();
  await call(owner, 'POST', project, 'protected_tags', { name: 'v*' });
  const refused = await call(developer, 'POST', project, 'repository/tags', { tag_name: 'v1', ref: 'main' });
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('"v1"')]);
  expect((await call(developer, 'POST', project, 'repository/tags', { tag_name: 'w1', ref: 'main' })).statusCode).toBe(
    201,
  );
  const made = await call(maintainer, 'POST', project, 'repository/tags', { tag_name: 'v1', ref: 'main' });
  expect([made.statusCode, restTag.parse(made.json()).protected]).toEqual([201, true]);
  expect((await call(developer, 'DELETE', project, 'repository/tags/v1')).statusCode).toBe(403);
  const page = async <T>(person: TestUser, path: string) =>
    (await server.inject({ url: `/-/page/${project.full_path}/-/${path}`, headers: person.headers })).json<
      PageData<T>
    >().data;
  const flags = (await page<TagsPageData>(developer, 'tags')).tags.map((each) => [
    each.name,
    each.isProtected,
    each.canDelete,
  ]);
  expect(flags.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['v1', true, false],
    ['w1', false, true],
  ]);
  expect((await page<ProtectedBranchesPageData>(maintainer, 'settings/repository')).tagRules).toMatchObject([
    { name: 'v*', isWildcard: true, matchingTags: 1, createLevels: [{ description: 'Maintainers' }] },
  ]);
  expect((await call(maintainer, 'DELETE', project, 'repository/tags/v1')).statusCode).toBe(204);
});

test('a push keeps to the rules, whoever pushes', async () => {
  const project = await build();
  const origin = await app.listen();
  await call(owner, 'POST', project, 'protected_tags', { name: 'v*' });
  const [theirs, mine] = await Promise.all(
    [developer, owner].map((person) => createGitClient(cloneAddress(origin, project, person))),
  );
  if (!theirs || !mine) throw new Error('no clients');
  try {
    for (const work of [theirs, mine]) {
      await work.must('fetch', 'origin');
      await work.must('checkout', '-q', 'main');
    }
    const refused = await theirs.git('push', 'origin', 'HEAD:refs/tags/v1');
    expect([refused.ok, refused.output]).toEqual([false, expect.stringContaining('because it is protected')]);
    expect((await theirs.git('push', 'origin', 'HEAD:refs/tags/free')).ok).toBe(true);
    expect((await mine.git('push', 'origin', 'HEAD:refs/tags/v1')).ok).toBe(true);
    await mine.commit({ b: '2' });
    const moved = await mine.git('push', '--force', 'origin', 'HEAD:refs/tags/v1');
    expect([moved.ok, moved.output]).toEqual([false, expect.stringContaining('cannot be moved')]);
    const deleted = await mine.git('push', 'origin', ':refs/tags/v1');
    expect([deleted.ok, deleted.output]).toEqual([
      false,
      expect.stringContaining('Only maintainers and owners can delete it'),
    ]);
    expect(await project.repository.git('tag', '--list')).toBe('free\nv1');
  } finally {
    await Promise.all([theirs.remove(), mine.remove()]);
  }
});
