import { restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { restMergeRequest } from '@tributary/contract/merge-requests/rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { fetchFrom } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { headStatuses } from '../../ci/index.ts';
import { createPipeline, reportCommitStatus } from '../../ci/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../testing.ts';
import { SUBJECT_TYPE, testedHeadOf } from './request-pipelines.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());
const graphql = graphqlCaller(() => app);

test('a merge request shows the pipeline of its head, and those of older versions in its list', async () => {
  const server = await app.server();
  const project = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic' });
  const at = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const get = async (url: string) => (await server.inject({ url, headers: owner.headers })).json<unknown>();
  expect(await get(at)).toMatchObject({ head_pipeline: null, pipeline: null });
  const report = { project, by: owner, ref: 'topic', name: 'ci' } as const;
  const first = await reportCommitStatus(app, { ...report, commit: row.head_sha ?? '', state: 'failed' });
  await app.runJobs();
  const waiting = async () => {
    const todos = z.array(z.looseObject({ action_name: z.string() })).parse(await get('/api/v4/todos'));
    return todos.map((todo) => todo.action_name);
  };
  expect(await waiting()).toEqual(['build_failed']);
  await pushCommit(app, { project, branch: 'topic', files: { b: '2' }, by: owner });
  await app.runJobs();
  const { sha } = restMergeRequest.parse(await get(at));
  // Of a commit of the target branch, which no version has.
  await reportCommitStatus(app, { project, by: owner, commit: 'main', state: 'success', coverage: 75.5 });
  expect(await get(at)).toMatchObject({ head_pipeline: null });
  const second = await reportCommitStatus(app, { ...report, commit: sha ?? '', state: 'running', coverage: 80 });

  await app.runJobs();
  expect(await waiting()).toEqual([]);
  const shown = restMergeRequest.parse(await get(at));
  expect(shown).toMatchObject({
    pipeline: { id: second.pipeline.id },
    head_pipeline: { id: second.pipeline.id, status: 'running', ref: 'topic', coverage: '80.00' },
    latest_build_finished_at: null,
  });
  const listed = z.array(restPipelineBasic).parse(await get(`${at}/pipelines`));
  expect(listed.map(({ id }) => id)).toEqual([second.pipeline.id, first.pipeline.id]);
  const tab = await get(`/${project.full_path}/-/merge_requests/${row.iid}/pipelines.json`);
  expect(tab).toMatchObject({
    run: { runs_fork_code: false },
    count: { all: 2 },
    pipelines: [{ id: second.pipeline.id }, { id: first.pipeline.id }],
  });
  const page = await get(`/-/page/${project.full_path}/-/merge_requests/${row.iid}/pipelines`);
  const { tab: key, mergeRequest, widget } = (page as PageData<MergeRequestShowPageData>).data;
  expect([key, mergeRequest.pipelinesCount]).toEqual(['pipelines', 2]);
  expect(widget).toMatchObject({
    has_ci: true,
    pipeline_coverage_delta: '4.50',
    merge_pipeline: null,
    pipeline: { id: second.pipeline.id, details: { status: { label: 'running' } }, commit: { id: sha } },
  });
  const query = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
    hasCi headPipeline { status active path } pipelines(status: FAILED) { count nodes { sha } } } } }`;
  const answer = await graphql(owner, query, { path: project.full_path, iid: String(row.iid) });
  expect(answer.data.project.mergeRequest).toEqual({
    hasCi: true,
    headPipeline: {
      status: 'RUNNING',
      active: true,
      path: `/${project.full_path}/-/pipelines/${second.pipeline.id}`,
    },
    pipelines: { count: 1, nodes: [{ sha: row.head_sha }] },
  });
});

test('a merge request runs the pipeline of its rules, and its branch then has none', async () => {
  const config = `
workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH && $CI_OPEN_MERGE_REQUESTS
      when: never
    - if: $CI_COMMIT_BRANCH
unit:
  script: make
  rules:
    - if: $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == "main"
      changes: [b]
    - if: $CI_COMMIT_BRANCH == "never-here"
`;
  const server = await app.server();
  const project = await createProject(app, { owner: owner.user, files: { a: '1', '.gitlab-ci.yml': config } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic' });
  await app.runJobs();
  const at = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const list = async () =>
    z
      .array(restPipelineBasic)
      .parse((await server.inject({ url: `${at}/pipelines`, headers: owner.headers })).json())
      .map(({ source, ref, status }) => ({ source, ref, status }));
  // No job is for the first version: it does not change the file.
  expect(await list()).toEqual([]);
  const none = await server.inject({ method: 'POST', url: `${at}/pipelines`, headers: owner.headers });
  expect([none.statusCode, none.json()]).toEqual([
    400,
    { message: { base: [expect.stringMatching(/^Pipeline will not run/)] } },
  ]);
  const payload = { add_labels: 'Fast,Big', assignee_ids: [owner.user.id] };
  expect((await server.inject({ method: 'PUT', url: at, headers: owner.headers, payload })).statusCode).toBe(200);
  await pushCommit(app, { project, branch: 'topic', files: { b: '2' }, by: owner });
  await app.runJobs();
  const expected = { source: 'merge_request_event', ref: 'topic', status: 'pending' };
  expect(await list()).toEqual([expected]);
  const again = await server.inject({ method: 'POST', url: `${at}/pipelines`, headers: owner.headers });
  expect(again.statusCode).toBe(201);
  expect(await list()).toEqual([expected, expected]);

  const url = `/api/v4/projects/${project.id}`;
  await server.inject({ method: 'PUT', url, headers: owner.headers, payload: { merge_pipelines_enabled: true } });
  await pushCommit(app, { project, branch: 'topic', files: { b: '3' }, by: owner });
  await pushCommit(app, { project, branch: 'main', files: { c: '3' }, by: owner });
  await app.runJobs();
  const result = { source: 'merge_request_event', ref: `refs/merge-requests/${row.iid}/merge`, status: 'pending' };
  expect((await list())[0]).toEqual(result);
  const query = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) { diffHeadSha
    headPipeline { sha mergeRequestEventType } } } }`;
  const place = { path: project.full_path, iid: String(row.iid) };
  const { diffHeadSha, headPipeline } = (await graphql(owner, query, place)).data.project.mergeRequest;
  expect(headPipeline.mergeRequestEventType).toBe('MERGED_RESULT');
  const parents = await project.repository.git('rev-parse', `${headPipeline.sha}^1`, `${headPipeline.sha}^2`);
  const tested = await app.system.db
    .selectFrom('ci_pipelines')
    .select(['target_sha', 'options'])
    .where('sha', '=', headPipeline.sha)
    .executeTakeFirstOrThrow();
  expect(parents.trim().split('\n')).toEqual([tested.target_sha, diffHeadSha]);
  expect(tested.options['predefined']).toMatchObject({
    CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
    CI_MERGE_REQUEST_REF_PATH: result.ref,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: diffHeadSha,
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: tested.target_sha,
    CI_COMMIT_REF_NAME: 'topic',
    CI_MERGE_REQUEST_ASSIGNEES: owner.user.username,
    CI_MERGE_REQUEST_LABELS: 'Big,Fast',
  });
  // A commit that skips pipelines has none until a user runs one, also where the result of the merge is tested.
  const before = (await list()).length;
  await pushCommit(app, { project, branch: 'topic', files: { b: '4' }, by: owner, message: 'Fix a word [skip ci]' });
  await app.runJobs();
  expect(await list()).toHaveLength(before);
  const tab = `/${project.full_path}/-/merge_requests/${row.iid}/pipelines.json`;
  const offer = { path: `${at}/pipelines`, runs_fork_code: false };
  expect((await server.inject({ url: tab, headers: owner.headers })).json()).toMatchObject({ run: offer });
  expect((await server.inject({ method: 'POST', url: `${at}/pipelines`, headers: owner.headers })).statusCode).toBe(
    201,
  );
  expect(await list()).toHaveLength(before + 1);
  const mutation = `mutation ($path: ID!, $iid: String!) { pipelineCreate(input: { projectPath: $path, ref: "topic",
    mergeRequestIid: $iid }) { pipeline { mergeRequestEventType } errors } }`;
  expect((await graphql(owner, mutation, place)).data).toEqual({
    pipelineCreate: { pipeline: { mergeRequestEventType: 'MERGED_RESULT' }, errors: [] },
  });
  const stranger = await createUser(app);
  const refused = await server.inject({ method: 'POST', url: `${at}/pipelines`, headers: stranger.headers });
  expect([403, 404]).toContain(refused.statusCode);
});

test('the newest pipeline of the request in the target project counts, whatever runs in a fork', async () => {
  const server = await app.server();
  const [project, author] = [await createProject(app, { owner: owner.user, files: { a: '1' } }), await createUser(app)];
  const fork = await createProject(app, { owner: author.user, columns: { forked_from_id: project.id } });
  const main = await tipOf(project, 'main');
  await fetchFrom(fork.repository.dir, project.repository.dir, [main]);
  await fork.repository.git('update-ref', 'refs/heads/main', main);
  const row = await createMergeRequest(app, { project, source: fork, author, branch: 'topic' });
  await app.runJobs();
  const sha = row.head_sha ?? '';
  const own = { subject_type: SUBJECT_TYPE, subject_id: row.id, source: 'merge_request_event' } as const;
  const inTarget = { project_id: project.id, sha, ref: `refs/merge-requests/${row.iid}/head` };
  const inFork = { project_id: fork.id, sha, ref: 'topic' };
  const merged = { ref: `refs/merge-requests/${row.iid}/merge`, source_sha: sha, event_type: 'merged_result' } as const;
  const runs = [
    // What the owner of the fork reports there.
    { spec: { ...inFork, source: 'external' as const }, status: 'success', counts: false },
    { spec: { ...inFork, ...own }, status: 'success', counts: true },
    { spec: { ...inTarget, ref: 'topic' }, status: 'success', counts: false },
    { spec: { ...inTarget, ...own }, status: 'failed', counts: true },
    { spec: { ...inFork, ...own }, status: 'success', counts: false },
    { spec: { ...inTarget, ...own, ref: 'topic' }, status: 'success', counts: true },
    { spec: { ...inTarget, ...own, ...merged, sha: main }, status: 'failed', counts: true },
  ] as const;
  // Where pipelines of forks may run in the target, a member can run one there, and is told so.
  const offered = async () => {
    const url = `/${project.full_path}/-/merge_requests/${row.iid}/pipelines.json`;
    return (await server.inject({ url, headers: owner.headers })).json<{ run: unknown }>().run;
  };
  expect(await offered()).toMatchObject({ runs_fork_code: true });
  const payload = { ci_allow_fork_pipelines_to_run_in_parent_project: false };
  await server.inject({ method: 'PUT', url: `/api/v4/projects/${project.id}`, headers: owner.headers, payload });
  expect(await offered()).toBeNull();
  let expected: { id: number; status: string } | null = null;
  for (const { spec, status, counts } of runs) {
    const { pipeline } = await createPipeline(app, { ...spec, stages: { test: [{ name: 'unit', status }] } });
    if (counts) expected = { id: pipeline.id, status };
    const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
    const { head_pipeline: shown } = restMergeRequest.parse(
      (await server.inject({ url, headers: owner.headers })).json(),
    );
    expect(shown && { id: shown.id, status: shown.status }).toEqual(expected);
    const widget = `/${project.full_path}/-/merge_requests/${row.iid}/widget_pipeline.json`;
    const part = (await server.inject({ url: widget, headers: owner.headers })).json();
    expect(part).toMatchObject({ has_ci: true, is_awaiting_pipeline: false, is_pipeline_missing: false });
    const gate = await headStatuses(app.system, [testedHeadOf(row, sha)]);
    expect(gate.get(row.id)).toBe(expected?.status);
  }
});
