import { restBridge, restJob } from '@tributary/contract/ci/job-rest.ts';
import { restPipeline, restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type {
  CommitPipelinesPageData,
  PipelinePageData,
  PipelinesPageData,
} from '@tributary/contract/ci/pipeline-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { graphqlCaller } from '../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { createPipeline, reportCommitStatus } from './testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let sha: string;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, developer, reporter, outsider] = await Promise.all([
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
  ]);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  sha = (await project.repository.git('rev-parse', 'main')).trim();
});
afterAll(() => app.close());

const graphql = graphqlCaller(() => app);

const ask = (user: TestUser, path: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET', payload?: object) =>
  server.inject({
    method,
    url: `/api/v4/projects/${project.id}${path}`,
    headers: user.headers,
    ...(payload && { payload }),
  });

const page = async <T>(path: string) =>
  (await server.inject({ url: `/-/page/${project.full_path}/-/${path}`, headers: reporter.headers })).json<
    PageData<T>
  >().data;

test('jobs of a pipeline, by kind, and the pipeline they make', async () => {
  const spec = { project_id: project.id, sha, user_id: developer.user.id };
  const { pipeline, jobs } = await createPipeline(app, {
    ...spec,
    stages: {
      build: [{ name: 'compile', status: 'success' }],
      test: [
        { name: 'unit', status: 'success' },
        { name: 'flaky', status: 'failed', allowFailure: true },
        { name: 'downstream', status: 'success', kind: 'bridge' },
      ],
    },
  });
  const shown = restPipeline.parse((await ask(reporter, `/pipelines/${pipeline.id}`)).json());
  expect(shown).toMatchObject({
    status: 'success',
    source: 'push',
    user: { id: developer.user.id },
    detailed_status: { label: 'passed with warnings', group: 'success-with-warnings' },
    web_url: expect.stringMatching(new RegExp(`/-/pipelines/${pipeline.id}$`)),
  });
  const answer = await ask(reporter, `/pipelines/${pipeline.id}/jobs`);
  const listed = z.array(restJob).parse(answer.json());
  expect(listed.map(({ name }) => name)).toEqual(['flaky', 'unit', 'compile']);
  expect(listed[2]).toMatchObject({ stage: 'build', commit: { id: sha }, pipeline: { id: pipeline.id } });
  const failed = await ask(reporter, `/pipelines/${pipeline.id}/jobs?scope[]=failed`);
  expect(
    z
      .array(restJob)
      .parse(failed.json())
      .map(({ name }) => name),
  ).toEqual(['flaky']);
  const bridges = z.array(restBridge).parse((await ask(reporter, `/pipelines/${pipeline.id}/bridges`)).json());
  expect(bridges.map(({ name }) => name)).toEqual(['downstream']);
  const [first] = jobs;
  expect(restJob.parse((await ask(reporter, `/jobs/${first?.id}`)).json()).name).toBe('compile');
  expect((await ask(outsider, `/jobs/${first?.id}`)).statusCode).toBe(404);
  expect((await ask(reporter, '/jobs?ref=none')).json()).toEqual([]);

  const data = await page<PipelinePageData>(`pipelines/${pipeline.id}`);
  expect(data.stages.map(({ name, latest_statuses: some }) => [name, some.length])).toEqual([
    ['build', 1],
    ['test', 3],
  ]);
  expect(data.pipeline.details.stages.map(({ title }) => title)).toEqual([
    'build: passed',
    'test: passed with warnings',
  ]);
  const stage = data.pipeline.details.stages[1]?.dropdown_path ?? '';
  const dropdown = await server.inject({ url: stage, headers: reporter.headers });
  expect(dropdown.json()).toMatchObject({
    name: 'test',
    latest_statuses: [{ name: 'downstream' }, { name: 'flaky' }, {}],
  });
});

test('pipelines are found by each filter, on the page as well', async () => {
  await app.runJobs();
  const of = (ref: string, name: string, state: 'success' | 'running') =>
    reportCommitStatus(app, { project, commit: sha, by: developer, state, ref, name });
  const { pipeline: topic } = await of('topic', 'ci', 'running');
  const { pipeline: other } = await of('other', 'ci', 'success');
  const ids = async (query: string) => {
    const answer = await ask(reporter, `/pipelines?${query}`);
    return answer.statusCode === 200
      ? z
          .array(restPipelineBasic)
          .parse(answer.json())
          .map(({ id }) => id)
      : answer.statusCode;
  };
  const external = [other.id, topic.id];
  expect(await ids('source=external')).toEqual(external);
  expect(await ids('source=external&sort=asc')).toEqual(external.toReversed());
  expect(await ids('ref=topic')).toEqual([topic.id]);
  expect(await ids('status=running')).toEqual([topic.id]);
  expect(await ids('scope=running')).toEqual([topic.id]);
  expect(await ids('scope=finished&source=external')).toEqual([other.id]);
  expect(await ids(`username=${developer.user.username}&source=external`)).toEqual(external);
  expect(await ids('username=nobody')).toEqual([]);
  expect(await ids(`sha=${'0'.repeat(40)}`)).toEqual([]);
  expect(await ids('updated_after=2999-01-01')).toEqual([]);
  expect(await ids('scope=branches&source=external')).toEqual(external);
  expect(await ids('scope=tags')).toEqual([]);
  expect(await ids('yaml_errors=true')).toEqual([]);
  expect(await ids('status=great')).toBe(400);
  expect((await ask(outsider, '/pipelines')).statusCode).toBe(404);
  const latest = await ask(reporter, '/pipelines/latest');
  expect(restPipeline.parse(latest.json())).toMatchObject({ ref: 'main', source: 'push' });
  expect((await ask(reporter, '/pipelines/latest?ref=topic')).statusCode).toBe(404);

  const data = await page<PipelinesPageData>('pipelines?ref=topic&status=running');
  expect(data.pipelines).toMatchObject([
    { id: topic.id, flags: { external: true, latest: true, cancelable: false }, ref: { name: 'topic' } },
  ]);
  expect(data.filters).toEqual({ username: null, ref: 'topic', tag: null, status: 'running', source: null });
  expect((await page<PipelinesPageData>('pipelines')).pipelines).toHaveLength(3);
});

test('a commit has a tab with its pipelines, and lists offer the jobs that wait for a user', async () => {
  const at = await project.repository.commit({ branch: 'waits', files: { w: '1' }, message: 'Wait' });
  const { pipeline, jobs } = await createPipeline(app, {
    project_id: project.id,
    sha: at,
    ref: 'waits',
    user_id: developer.user.id,
    stages: {
      deploy: [
        { name: 'broken', status: 'failed', allowFailure: true },
        { name: 'by hand', status: 'manual', runWhen: 'manual' },
        { name: 'held', status: 'manual' },
        { name: 'later', status: 'scheduled', runWhen: 'delayed', scheduledAt: new Date('2026-03-01T12:00:00Z') },
      ],
    },
  });
  const [broken, manual, , later] = jobs;
  const head = await page<CommitPageData>(`commit/${at}`);
  expect(head.pipelinesCount).toBe(1);
  expect(head.statuses[0]).toMatchObject({ name: 'broken', href: `/${project.full_path}/-/jobs/${broken?.id}` });
  const tab = await page<CommitPipelinesPageData>(`commit/${at.slice(0, 9)}/pipelines`);
  expect(tab).toMatchObject({ commit: { sha: at }, pipelinesCount: 1, paging: { total: 1 } });
  const pathOf = (id: number | undefined) => `/${project.full_path}/-/jobs/${id}/play`;
  // A reporter sees what waits, and starts none of it.
  const action = (job: { id: number } | undefined) => ({ path: pathOf(job?.id), playable: false });
  expect(tab.pipelines).toMatchObject([
    {
      id: pipeline.id,
      details: {
        manual_actions: [{ name: 'by hand', scheduled: false, scheduled_at: null, ...action(manual) }],
        scheduled_actions: [
          { name: 'later', scheduled: true, scheduled_at: '2026-03-01T12:00:00.000Z', ...action(later) },
        ],
      },
    },
  ]);
  const seenBy = (user: TestUser) =>
    server.inject({ url: `/-/page/${project.full_path}/-/commit/${at}/pipelines`, headers: user.headers });
  // What failed is retried, and what is delayed canceled, whatever else the pipeline waits for.
  const path = `/${project.full_path}/-/pipelines/${pipeline.id}`;
  expect((await seenBy(developer)).json<PageData<CommitPipelinesPageData>>().data.pipelines).toMatchObject([
    { retry_path: `${path}/retry`, details: { manual_actions: [{ playable: true }] } },
  ]);
  expect((await seenBy(outsider)).statusCode).toBe(404);
});

test('what is not over is canceled, and owners delete', async () => {
  const report = { project, commit: sha, by: developer, ref: 'cancel' } as const;
  const { pipeline } = await reportCommitStatus(app, { ...report, state: 'running', name: 'a' });
  await reportCommitStatus(app, { ...report, state: 'success', name: 'b' });
  const path = `/pipelines/${pipeline.id}`;
  expect((await ask(reporter, `${path}/cancel`, 'POST')).statusCode).toBe(403);
  const canceled = await ask(developer, `${path}/cancel`, 'POST');
  expect([canceled.statusCode, restPipeline.parse(canceled.json()).status]).toEqual([200, 'canceled']);
  const retried = await ask(developer, `${path}/retry`, 'POST');
  expect([retried.statusCode, restPipeline.parse(retried.json()).status]).toEqual([201, 'canceled']);
  const named = await ask(developer, `${path}/metadata`, 'PUT', { name: 'Nightly' });
  expect(restPipeline.parse(named.json()).name).toBe('Nightly');
  expect((await ask(developer, `${path}/variables`)).json()).toEqual([]);
  expect((await ask(reporter, `${path}/variables`)).statusCode).toBe(403);
  expect((await ask(reporter, `${path}/test_report`)).json()).toMatchObject({ total_count: 0, test_suites: [] });
  expect((await ask(developer, path, 'DELETE')).statusCode).toBe(403);
  expect((await ask(owner, path, 'DELETE')).statusCode).toBe(204);
  expect((await ask(reporter, path)).statusCode).toBe(404);
});

test('GraphQL answers the same', async () => {
  const query = `query ($path: ID!, $iid: ID) { project(fullPath: $path) {
    pipelines(source: "external", first: 1) { count nodes { status source stages { nodes { name jobs { nodes { name status } } } } } }
    pipeline(iid: $iid) { iid path warnings detailedStatus { group label hasDetails } jobs { count } } } }`;
  const answer = await graphql(reporter, query, { path: project.full_path, iid: '1' });
  expect(answer.data).toMatchObject({
    project: {
      pipelines: {
        count: 2,
        nodes: [
          {
            status: 'SUCCESS',
            source: 'external',
            stages: { nodes: [{ name: 'external', jobs: { nodes: [{ name: 'ci', status: 'SUCCESS' }] } }] },
          },
        ],
      },
      pipeline: { iid: '1', warnings: true, detailedStatus: { group: 'success-with-warnings' }, jobs: { count: 4 } },
    },
  });
});
