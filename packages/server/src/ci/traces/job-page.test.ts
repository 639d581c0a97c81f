import type { JobPageData, LogLines, LogLinesAt, LogMatches, LogOutline } from '@tributary/contract/ci/job-page.ts';
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
const part = async <T>(job: JobRow, path: string) => (await get(`jobs/${job.id}/${path}`, reporter)).json<T>();
const outline = (job: JobRow, since = 0) => part<LogOutline>(job, `trace.json?since=${since}`);
const hundred = (from: number) => Array.from({ length: 100 }, (_, index) => from + index);

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
  const payload = { runner_type: 'project_type', project_id: project.id };
  await server.inject({ method: 'POST', url: '/api/v4/user/runners', headers: owner.headers, payload });
  expect((await page<JobPageData>(`jobs/${lint.id}`, owner)).runner_state).toBe('offline');
  const none = { retry: false, play: false, unschedule: false, cancel: false, erase: false };
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
  for (const path of ['/trace.json', '/trace_lines.json?from=0', '/trace_search.json?query=a', '/raw', '']) {
    expect((await get(`jobs/${unit.id}${path}`, outsider)).statusCode, path).toBe(404);
  }
  expect((await get(`jobs/${job.id}/trace.json`, owner)).statusCode).toBe(404);
  expect((await get(`jobs/${unit.id}/trace.json?since=-1`, owner)).statusCode).toBe(400);
});

test('a page reads the lines in view of a log of any length, which is erased', async () => {
  const [unit] = await twoJobs();
  const marker = (kind: string, name: string) => `section_${kind}:5:${name}\r\u001B[0K`;
  // A character of several bytes, colours that go on over lines, a line that is very long, and a section in a section.
  const rows = Array.from({ length: 1_500 }, (_, index) => `row ${index} \u001B[3${index % 8}mé${'x'.repeat(90)}`);
  rows.splice(500, 0, `${marker('start', 'all')}All`, `${marker('start', 'one')}One`, 'é'.repeat(40_000), 'in it');
  rows.splice(900, 0, `${marker('end', 'one')}${marker('end', 'all')}`);
  const text = `${rows.join('\n')}\nthe last`;
  const bytes = Buffer.from(text);
  const append = (start: number, data: Buffer) => appendTrace(app.system, unit, { start, data }, []);
  // The first piece ends in the middle of a character.
  const cut = bytes.indexOf('é') + 1;
  await append(0, bytes.subarray(0, cut));
  expect(await outline(unit)).toMatchObject({ lines: 0, status: 'running', is_complete: false, start: [] });
  await append(cut, bytes.subarray(cut));
  const running = await outline(unit);
  // The end of the sections is no line.
  expect(running).toMatchObject({ lines: 1_504, last: { text: 'the last' }, is_complete: false });
  expect(running.start[0]).toEqual({ text: rows[0] });
  expect(running.sections).toMatchObject([
    { index: 0, name: 'all', first: 500, end: 900 },
    { index: 1, name: 'one', first: 501, end: 900, depth: 1 },
  ]);
  expect((await outline(unit, 700)).sections).toHaveLength(2);
  expect((await outline(unit, 901)).sections).toEqual([]);
  const lines = await part<LogLines>(unit, 'trace_lines.json?from=500&count=5');
  expect(lines.lines.map((line) => [line.text.slice(0, 8), line.header, line.is_cut])).toEqual([
    ['All', 0, undefined],
    ['One', 1, undefined],
    ['éééééééé', undefined, true],
    ['in it', undefined, undefined],
    ['row 500 ', undefined, undefined],
  ]);
  expect(lines.lines[0]?.style).toMatchObject({ fg: 499 % 8 });
  const single = await part<LogLinesAt>(unit, 'trace_lines.json?at=1501,500,502,3,9999');
  expect(single.lines.map(([at, { text }]) => `${at} ${text.slice(0, 5)}`).toSorted()).toEqual([
    '1501 row 1',
    '3 row 3',
    '500 All',
    '502 ééééé',
  ]);
  expect(single.lines.find(([at]) => at === 500)?.[1]).toEqual(lines.lines[0]);
  expect((await get(`jobs/${unit.id}/trace_lines.json?at=1,x`, reporter)).statusCode).toBe(400);
  expect(await part<LogMatches>(unit, `trace_search.json?query=${encodeURIComponent('ROW 14')}`)).toMatchObject({
    lines: [14, ...Array.from({ length: 10 }, (_, index) => 140 + index), ...hundred(1_404)],
    next: null,
  });
  expect((await part<LogMatches>(unit, 'trace_search.json?query=0%20%C3%89&from=1490')).lines).toEqual([1_494]);
  expect((await get(`jobs/${unit.id}/trace_search.json?query=`, reporter)).statusCode).toBe(400);

  await endJob(app, unit.id, { status: 'failed', failureReason: 'script_failure' });
  const ended = await outline(unit, 1_504);
  expect(ended).toMatchObject({ lines: 1_505, last: null, status: 'failed', is_complete: true });
  expect((await part<LogLines>(unit, 'trace_lines.json?from=1504')).lines).toMatchObject([{ text: 'the last' }]);
  const raw = await get(`jobs/${unit.id}/raw`, reporter);
  expect([raw.headers['content-type'], raw.rawPayload.equals(bytes)]).toEqual(['text/plain; charset=utf-8', true]);
  const failures = await page<PipelinePageData>(`pipelines/${unit.pipeline_id}/failures`, reporter);
  expect(failures.log_tails[unit.id]?.length).toBeGreaterThan(1_000);

  const erase = (by: TestUser) =>
    server.inject({ method: 'POST', url: `/${project.full_path}/-/jobs/${unit.id}/erase`, headers: by.headers });
  expect((await erase(reporter)).statusCode).toBe(403);
  expect((await page<JobPageData>(`jobs/${unit.id}`, owner)).can).toMatchObject({ retry: true, erase: true });
  expect((await erase(owner)).statusCode).toBe(200);
  expect(await outline(unit)).toMatchObject({ lines: 0, sections: [], is_complete: true });
  expect((await page<JobPageData>(`jobs/${unit.id}`, reporter)).job).toMatchObject({
    erased_by: { id: owner.user.id },
  });
});
