import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type {
  ComparePageData,
  ForkNewPageData,
  ForksPageData,
  ProjectShowPageData,
} from '@tributary/contract/projects/repository-page.ts';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject, personalNamespace } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app, { username: 'ada' });
  other = await createUser(app, { username: 'bob' });
  await personalNamespace(app, other.user);
});
afterAll(() => app.close());

const fork = (person: TestUser, id: number, body: object = {}) =>
  server.inject({ method: 'POST', url: `/api/v4/projects/${id}/fork`, headers: person.headers, payload: body });
const get = (person: TestUser, url: string) => server.inject({ url, headers: person.headers });

test('a fork is there at once, and its repository soon', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' }, path: 'tool' });
  const made = await fork(other, source.id);
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    { path_with_namespace: 'bob/tool', forked_from_project: { id: source.id }, import_status: 'scheduled' },
  ]);
  const { id } = made.json();
  const early = (await get(other, '/-/page/bob/tool')).json<PageData<ProjectShowPageData>>();
  expect(early.data.repository).toEqual({ state: 'preparing', isFork: true, topic: `project:${id}`, pollMs: 2_000 });
  await app.runJobs();
  const late = (await get(other, '/-/page/bob/tool')).json<PageData<ProjectShowPageData>>();
  expect(late.data.repository.state).toBe('ready');
  expect(late.data.project.forkedFrom?.fullPath).toBe('ada/tool');
  expect((await get(other, `/api/v4/projects/${id}`)).json().import_status).toBe('finished');
  const raw = await get(other, `/api/v4/projects/${id}/repository/files/a/raw?ref=main`);
  expect(raw.body).toBe('1');
  const rules = await get(other, `/api/v4/projects/${id}/protected_branches`);
  expect(rules.json()).toMatchObject([{ name: 'main' }]);
  expect((await get(owner, `/api/v4/projects/${source.id}`)).json().forks_count).toBe(1);
  expect((await get(owner, `/api/v4/projects/${source.id}/forks`)).json()).toMatchObject([{ id }]);
  const form = (await get(other, '/-/page/ada/tool/-/forks/new')).json<PageData<ForkNewPageData>>();
  expect(form.data.namespaces).toMatchObject([{ fullPath: 'bob', existing: { fullPath: 'bob/tool' } }]);
  const list = (await get(other, '/-/page/ada/tool/-/forks')).json<PageData<ForksPageData>>();
  expect(list.data.forks.map((each) => each.fullPath)).toEqual(['bob/tool']);
});

test('each repository owns its objects: nothing points into the other', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const { id } = (await fork(other, source.id)).json();
  await app.runJobs();
  // A commit is picked from where it may be read, within the family.
  const fix = await source.repository.commit({ branch: 'topic', files: { fix: '1' }, message: 'Fix it' });
  const stranger = await createProject(app, { owner: other.user, files: { a: '1' } });
  const pick = (project: number) => {
    const url = `/api/v4/projects/${project}/repository/commits/${fix}/cherry_pick`;
    const payload = { branch: 'main', source_project_id: source.id };
    return server.inject({ method: 'POST', url, headers: other.headers, payload });
  };
  expect((await pick(stranger.id)).statusCode).toBe(404);
  expect((await pick(id)).json()).toMatchObject({ title: 'Fix it' });
  const copy = app.platform.repositories.directory(id);
  await expect(stat(path.join(copy, 'objects/info/alternates'))).rejects.toThrow('ENOENT');
  await source.repository.git('update-ref', '-d', 'refs/heads/main');
  await source.repository.git('prune', '--expire=now');
  expect((await get(other, `/api/v4/projects/${id}/repository/files/a/raw?ref=main`)).body).toBe('1');
});

test('of one branch, nothing of the others comes along', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const secret = await source.repository.commit({ branch: 'other', files: { b: '2' }, message: 'Other' });
  expect((await fork(other, source.id, { branches: 'none' })).json().message).toEqual({
    branches: ["has no branch named 'none'"],
  });
  const { id } = (await fork(other, source.id, { branches: 'main' })).json();
  await app.runJobs();
  const branches = (await get(other, `/api/v4/projects/${id}/repository/branches`)).json<{ name: string }[]>();
  expect(branches.map(({ name }) => name)).toEqual(['main']);
  expect((await get(other, `/api/v4/projects/${id}/repository/commits/${secret}`)).statusCode).toBe(404);
});

test('a name that is taken, a wider visibility and a place without the right are refused', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' }, visibility: 'internal' });
  expect((await fork(other, source.id)).statusCode).toBe(201);
  const again = await fork(other, source.id);
  expect([again.statusCode, again.json().message.path]).toEqual([409, ['has already been taken']]);
  const wide = await fork(other, source.id, { path: 'wide', visibility: 'public' });
  expect([wide.statusCode, wide.json().message]).toEqual([400, expect.stringContaining('more visible')]);
  const group = await createGroup(app, { owner: owner.user });
  expect((await fork(other, source.id, { namespace_id: group.id, path: 'x' })).statusCode).toBe(403);
  expect((await fork(owner, source.id, { namespace_path: group.full_path, path: 'x' })).statusCode).toBe(201);
});

test('who cannot read the code cannot fork it', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' }, visibility: 'private' });
  expect((await fork(other, source.id)).statusCode).toBe(404);
  await addMember(app, { project: source, user: other.user, level: 10 });
  expect((await fork(other, source.id)).statusCode).toBeGreaterThanOrEqual(403);
});

test('T-046: a fork gives no right to what its source has become', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const { id } = (await fork(other, source.id)).json();
  await app.runJobs();
  await app.platform.db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', source.id).execute();
  await source.repository.commit({ files: { secret: 's' }, message: 'Later' });
  const compare = `/api/v4/projects/${id}/repository/compare?from=main&to=main&from_project_id=${source.id}`;
  expect((await get(other, compare)).statusCode).toBe(404);
  const started = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${id}/repository/commits`,
    headers: other.headers,
    payload: {
      branch: 'x',
      start_project: source.id,
      start_branch: 'main',
      commit_message: 'm',
      actions: [],
      allow_empty: true,
    },
  });
  expect(started.statusCode).toBe(404);
  const page = (await get(other, `/-/page/bob/${source.path}`)).json<PageData<ProjectShowPageData>>();
  expect(page.data.project.forkedFrom).toBeNull();
});

test('T-046: the right to read is asked again when the repository is copied', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const { id } = (await fork(other, source.id)).json();
  await app.platform.db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', source.id).execute();
  await app.runJobs();
  const row = await app.platform.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.repository_state).toBe('failed');
});

test('what only the other fork has is opened there, tip to tip as well as from where they parted', async () => {
  const picture = (shade: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, shade]);
  const files = { 'logo.png': picture(1), 'old.txt': 'old\n' };
  const source = await createProject(app, { owner: owner.user, files, path: 'apart' });
  const { id } = (await fork(other, source.id)).json();
  await app.runJobs();
  await source.repository.commit({ files: { 'logo.png': picture(2), 'news.txt': 'news\n' }, message: 'Go on' });
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${id}/repository/commits`,
    headers: other.headers,
    payload: {
      branch: 'main',
      commit_message: 'Mine',
      actions: [
        { action: 'update', file_path: 'logo.png', encoding: 'base64', content: picture(3).toString('base64') },
      ],
    },
  });
  const compared = async (query: string) => {
    const address = `/-/page/bob/apart/-/compare/main...main?from_project_id=${source.id}${query}`;
    const { result } = (await get(other, address)).json<PageData<ComparePageData>>().data;
    return result?.state === 'ready' ? result.diff : undefined;
  };
  const rowOf = ({ newPath, status, blobHref, oldImageHref, newImageHref }: DiffFileView) => {
    const places = [blobHref, oldImageHref, newImageHref].map((href) => href?.split('/-/')[0] ?? null);
    return [newPath, status, ...places];
  };
  const apart = await compared('&straight=true');
  expect(apart?.files.map(rowOf)).toEqual([
    ['logo.png', 'modified', '/bob/apart', '/ada/apart', '/bob/apart'],
    ['news.txt', 'deleted', '/ada/apart', null, null],
  ]);
  const parted = await compared('');
  expect(parted?.files.map(rowOf)).toEqual([['logo.png', 'modified', '/bob/apart', '/bob/apart', '/bob/apart']]);
  for (const { blobHref, oldImageHref, newImageHref } of [...(apart?.files ?? []), ...(parted?.files ?? [])]) {
    for (const href of [`/-/page${blobHref}`, oldImageHref, newImageHref]) {
      if (href !== null) expect([href, (await get(other, href)).statusCode]).toEqual([href, 200]);
    }
  }
  const [{ oldImageHref: old } = { oldImageHref: null }] = apart?.files ?? [];
  expect((await get(other, old ?? '')).rawPayload).toEqual(picture(2));
  // The fork, which was given the objects to compare, hands out nothing of the other one by itself.
  expect((await get(other, (old ?? '').replace('/ada/', '/bob/'))).statusCode).toBe(404);
});

test('forks compare across projects, and a fork can be made to stand alone', async () => {
  const source = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const { id } = (await fork(other, source.id)).json();
  await app.runJobs();
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${id}/repository/commits`,
    headers: other.headers,
    payload: {
      branch: 'mine',
      start_branch: 'main',
      commit_message: 'Mine',
      actions: [{ action: 'create', file_path: 'b', content: '2' }],
    },
  });
  const compare = await get(
    other,
    `/api/v4/projects/${id}/repository/compare?from=main&to=mine&from_project_id=${source.id}`,
  );
  expect(compare.json().commits.map((each: { title: string }) => each.title)).toEqual(['Mine']);
  const unrelated = await createProject(app, { owner: owner.user, files: { z: '1' } });
  const strange = await get(
    other,
    `/api/v4/projects/${id}/repository/compare?from=main&to=mine&from_project_id=${unrelated.id}`,
  );
  expect(strange.statusCode).toBe(404);
  const unlink = () => server.inject({ method: 'DELETE', url: `/api/v4/projects/${id}/fork`, headers: other.headers });
  expect((await unlink()).statusCode).toBe(204);
  expect((await unlink()).statusCode).toBe(304);
});
