import { restCommitStatus } from '@tributary/contract/ci/commit-statuses.ts';
import { restCommitDetail } from '@tributary/contract/projects/repository-rest.ts';
import type { DashboardProjectsPageData } from '@tributary/contract/projects/page.ts';
import type { CommitsPageData } from '@tributary/contract/projects/repository-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, developer, reporter, outsider] = await Promise.all([
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
  ]);
});
afterAll(() => app.close());

async function build(): Promise<{ project: BuiltProject; sha: string }> {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  return { project, sha: (await project.repository.git('rev-parse', 'main')).trim() };
}

const report = (person: TestUser, project: BuiltProject, sha: string, body: object) =>
  server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/statuses/${sha}`,
    headers: person.headers,
    payload: body,
  });

const list = async (project: BuiltProject, sha: string, query = '') => {
  const url = `/api/v4/projects/${project.id}/repository/commits/${sha}/statuses${query}`;
  const answer = await server.inject({ url, headers: reporter.headers });
  return z.array(restCommitStatus).parse(answer.json());
};

test('a report goes on until it has ended, then another begins', async () => {
  const { project, sha } = await build();
  const first = await report(developer, project, sha, { state: 'pending', context: 'ci/build' });
  expect(first.statusCode).toBe(201);
  expect(restCommitStatus.parse(first.json())).toMatchObject({
    sha,
    ref: 'main',
    name: 'ci/build',
    status: 'pending',
    started_at: null,
    author: { id: developer.user.id },
  });
  const next = { state: 'running', name: 'ci/build', target_url: 'https://ci.example/1', description: 'Half' };
  await report(developer, project, sha, next);
  const done = await report(developer, project, sha, { state: 'success', name: 'ci/build', coverage: 91.5 });
  expect(restCommitStatus.parse(done.json())).toMatchObject({
    id: first.json().id,
    status: 'success',
    target_url: 'https://ci.example/1',
    description: 'Half',
    coverage: 91.5,
  });
  expect(done.json().finished_at).not.toBeNull();
  const again = await report(developer, project, sha, { state: 'failed', name: 'ci/build' });
  expect(again.json().id).not.toBe(first.json().id);
  expect((await list(project, sha)).map((each) => each.status)).toEqual(['failed']);
  expect((await list(project, sha, '?all=true&sort=desc')).map((each) => each.status)).toEqual(['failed', 'success']);
  expect(await list(project, sha, '?name=other')).toEqual([]);
});

test('reports that come at the same moment become one', async () => {
  const { project, sha } = await build();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => report(developer, project, sha, { state: 'running', name: 'lint' })),
  );
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect(await list(project, sha, '?all=true')).toHaveLength(1);
});

test('the commit, lists and its page show how reports stand together', async () => {
  const { project, sha } = await build();
  await report(developer, project, sha, { state: 'success', name: 'build' });
  await report(developer, project, sha, { state: 'failed', name: 'test', target_url: 'https://ci.example/2' });
  const headers = reporter.headers;
  const detail = await server.inject({ url: `/api/v4/projects/${project.id}/repository/commits/${sha}`, headers });
  const [newest] = await list(project, sha, '?sort=desc');
  expect(restCommitDetail.parse(detail.json())).toMatchObject({
    status: 'failed',
    last_pipeline: { id: newest?.pipeline_id, iid: 1, ref: 'main', source: 'external', status: 'failed' },
  });
  const page = await server.inject({ url: `/-/page/${project.full_path}/-/commits/main`, headers });
  expect(page.json<PageData<CommitsPageData>>().data.commits[0]?.status).toEqual({
    state: 'failed',
    hasWarnings: false,
    passed: 1,
    total: 2,
    href: `/${project.full_path}/-/pipelines/${newest?.pipeline_id}`,
  });
  const mine = await server.inject({ url: '/-/page/dashboard/projects', headers });
  const card = mine.json<PageData<DashboardProjectsPageData>>().data.projects.find(({ id }) => id === project.id);
  const href = `/${project.full_path}/-/pipelines/${newest?.pipeline_id}`;
  expect(card?.pipeline).toEqual({ state: 'failed', hasWarnings: false, href });
  const own = await server.inject({ url: `/-/page/${project.full_path}/-/commit/${sha}`, headers });
  expect(own.json().data.statuses).toMatchObject([
    { name: 'build', state: 'success', targetUrl: null, href: null },
    { name: 'test', state: 'failed', targetUrl: 'https://ci.example/2', href: null },
  ]);
});

test('only developers report, on commits that are there, with addresses that a browser may follow', async () => {
  const { project, sha } = await build();
  const status = async (person: TestUser, body: object, commit = sha) =>
    (await report(person, project, commit, body)).statusCode;
  expect(await status(reporter, { state: 'success' })).toBe(403);
  expect(await status(outsider, { state: 'success' })).toBe(404);
  expect(await status(developer, { state: 'success' }, 'f'.repeat(40))).toBe(404);
  expect(await status(developer, { state: 'great' })).toBe(400);
  expect(await status(developer, { state: 'success', target_url: 'javascript:alert(1)' })).toBe(400);
  expect(await status(developer, { state: 'success', target_url: 'no address' })).toBe(400);
  expect(await list(project, sha)).toEqual([]);
});

test('a report joins the named pipeline, else the newest of the commit and ref, else a new one', async () => {
  const { project, sha } = await build();
  const pipelineOf = async (body: object) => {
    const answer = await report(developer, project, sha, { state: 'success', ...body });
    return answer.statusCode === 201 ? restCommitStatus.parse(answer.json()).pipeline_id : answer.statusCode;
  };
  const first = await pipelineOf({ name: 'a' });
  expect(await pipelineOf({ name: 'b' })).toBe(first);
  const other = await pipelineOf({ name: 'c', ref: 'refs/heads/other' });
  expect(other).not.toBe(first);
  // The newest, whatever its ref.
  expect(await pipelineOf({ name: 'd' })).toBe(other);
  expect(await pipelineOf({ name: 'e', ref: 'main' })).toBe(first);
  expect(await pipelineOf({ name: 'f', pipeline_id: first })).toBe(first);
  expect(await pipelineOf({ name: 'g', pipeline_id: 999_999 })).toBe(404);
  expect((await list(project, sha, `?pipeline_id=${other}`)).map(({ name }) => name)).toEqual(['c', 'd']);
  expect(await list(project, sha, '?stage=build')).toEqual([]);
  expect(await list(project, sha, '?stage=external')).toHaveLength(6);
  // Each branch and tag shows its own pipeline, else that of the commit.
  await project.repository.git('tag', 'v1', 'main');
  await project.repository.git('branch', 'plain', 'main');
  const statusesOf = async (kind: 'branches?state=all' | 'tags') => {
    const { data } = (
      await server.inject({ url: `/-/page/${project.full_path}/-/${kind}`, headers: owner.headers })
    ).json();
    const rows: { name: string; commit: { status: { href: string } } }[] = data.tags ?? data.sections[0].branches;
    return Object.fromEntries(rows.map(({ name, commit }) => [name, Number(commit.status.href.split('/').at(-1))]));
  };
  expect(await statusesOf('branches?state=all')).toEqual({ main: first, plain: other });
  expect(await statusesOf('tags')).toEqual({ v1: other });
  const tagged = await pipelineOf({ name: 'h', ref: 'refs/tags/v1' });
  expect(await pipelineOf({ name: 'i', ref: 'another' })).toBeGreaterThan(tagged);
  expect(await statusesOf('tags')).toEqual({ v1: tagged });
});
