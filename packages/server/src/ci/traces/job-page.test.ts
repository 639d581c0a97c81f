import type { JobPageData, TracePart } from '@tributary/contract/ci/job-page.ts';
import type { PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { JobRow } from '../store/job-store.ts';
import { createPipeline, endJob, reportCommitStatus } from '../testing.ts';
import { appendTrace } from './operations/append-trace.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let reporter: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let sha: string;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, reporter, outsider] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: reporter.user, level: 20 });
  sha = (await project.repository.git('rev-parse', 'main')).trim();
});
afterAll(() => app.close());

const get = (path: string, by: TestUser) =>
  server.inject({ url: `/${project.full_path}/-/${path}`, headers: by.headers });
const page = async <T>(path: string, by: TestUser) => {
  const answer = await server.inject({ url: `/-/page/${project.full_path}/-/${path}`, headers: by.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PageData<T>>().data;
};
const part = async (job: JobRow, offset: number) =>
  (await get(`jobs/${job.id}/trace.json?offset=${offset}`, reporter)).json<TracePart>();

async function twoJobs(): Promise<[JobRow, JobRow]> {
  const stages = {
    test: [
      { name: 'unit', status: 'running' },
      { name: 'lint', status: 'pending' },
    ],
  } as const;
  const { jobs } = await createPipeline(app, {
    project_id: project.id,
    sha,
    user_id: owner.user.id,
    stages: { test: [...stages.test] },
  });
  const [unit, lint] = jobs;
  if (!unit || !lint) throw new Error('there are no jobs');
  return [unit, lint];
}

test('a page has the facts of its job and the rights of its reader', async () => {
  const [unit, lint] = await twoJobs();
  const data = await page<JobPageData>(`jobs/${unit.id}`, owner);
  expect(data).toMatchObject({
    job: { name: 'unit', stage: 'test', state: 'running', kind: 'build', retried: false },
    pipeline: { id: unit.pipeline_id, commit: { id: sha }, ref: { name: 'main' } },
    log: { path: `/${project.full_path}/-/jobs/${unit.id}/trace.json`, has_log: false },
    can: { retry: false, play: false, cancel: true, erase: false },
  });
  expect(data.stage_jobs.map(({ name }) => name)).toEqual(['lint', 'unit']);
  expect((await page<JobPageData>(`jobs/${lint.id}`, owner)).runner_state).toBe('none');
  const none = { retry: false, play: false, cancel: false, erase: false };
  expect((await page<JobPageData>(`jobs/${unit.id}`, reporter)).can).toEqual(none);
  const { job } = await reportCommitStatus(app, {
    project,
    commit: sha,
    by: owner,
    state: 'failed',
    ref: 'other',
    name: 'elsewhere',
    target_url: 'https://ci.example.test/1',
  });
  const external = await page<JobPageData>(`jobs/${job.id}`, owner);
  expect(external).toMatchObject({
    log: null,
    can: none,
    job: { status: { details_path: 'https://ci.example.test/1' } },
  });
  for (const path of [`jobs/${unit.id}/trace.json`, `jobs/${unit.id}/raw`, `jobs/${unit.id}`]) {
    expect((await get(path, outsider)).statusCode, path).toBe(404);
  }
  expect((await get(`jobs/${job.id}/trace.json`, owner)).statusCode).toBe(404);
  expect((await get(`jobs/${unit.id}/trace.json?offset=-1`, owner)).statusCode).toBe(400);
});

test('a log comes in parts that tear no character, and is erased', async () => {
  const [unit] = await twoJobs();
  const text = `first\n${'é'.repeat(1_100 * 1024)}\n`;
  const bytes = Buffer.from(text);
  const append = (start: number, data: Buffer) => appendTrace(app.system, unit, { start, data }, []);
  // The first piece ends in the middle of a character.
  await append(0, bytes.subarray(0, 7));
  const first = await part(unit, 0);
  expect(first).toMatchObject({ text: 'first\n', next_offset: 6, size: 7, status: 'running', is_complete: false });
  await append(7, bytes.subarray(7));
  const second = await part(unit, first.next_offset);
  expect(second.next_offset).toBe(6 + 1024 * 1024);
  const middle = await part(unit, second.next_offset);
  const third = await part(unit, middle.next_offset);
  expect(first.text + second.text + middle.text + third.text).toBe(text);
  expect(third).toMatchObject({ next_offset: bytes.length, is_complete: false });
  expect(await part(unit, bytes.length)).toMatchObject({ text: '', next_offset: bytes.length, is_complete: false });

  await endJob(app, unit.id, { status: 'failed', failureReason: 'script_failure' });
  expect(await part(unit, bytes.length)).toMatchObject({ text: '', status: 'failed', is_complete: true });
  const raw = await get(`jobs/${unit.id}/raw`, reporter);
  expect([raw.headers['content-type'], raw.rawPayload.equals(bytes)]).toEqual(['text/plain; charset=utf-8', true]);
  const failures = await page<PipelinePageData>(`pipelines/${unit.pipeline_id}/failures`, reporter);
  expect(failures.log_tails[unit.id]?.length).toBeGreaterThan(1_000);

  const erase = (by: TestUser) =>
    server.inject({ method: 'POST', url: `/${project.full_path}/-/jobs/${unit.id}/erase`, headers: by.headers });
  expect((await erase(reporter)).statusCode).toBe(403);
  expect((await page<JobPageData>(`jobs/${unit.id}`, owner)).can).toMatchObject({ retry: true, erase: true });
  expect((await erase(owner)).statusCode).toBe(200);
  expect(await part(unit, 0)).toMatchObject({ text: '', size: 0, is_complete: true });
  expect((await page<JobPageData>(`jobs/${unit.id}`, reporter)).job).toMatchObject({
    erased_by: { id: owner.user.id },
  });
});
