import { MAX_REPORT_BYTES, restCommitReport } from '@tributary/contract/ci/commit-reports.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { coverageOfFiles, findingsOf, commitReportStatus } from './index.ts';
import { expireReportsJob } from './jobs/parse-report.ts';

let app: TestApp;
let server: FastifyInstance;
let [owner, developer, reporter, outsider]: TestUser[] = [];

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, developer, reporter, outsider] = await Promise.all([1, 2, 3, 4].map(() => createUser(app)));
});
afterAll(() => app.close());

const who = (person: TestUser | undefined): TestUser => {
  if (!person) throw new Error('nobody');
  return person;
};

async function build(): Promise<{ project: BuiltProject; sha: string }> {
  const files = { 'src/a.py': 'one\ntwo\n', 'README.md': 'x' };
  const project = await createProject(app, { owner: who(owner).user, visibility: 'private', files });
  await addMember(app, { project, user: who(developer).user, level: 30 });
  await addMember(app, { project, user: who(reporter).user, level: 20 });
  return { project, sha: (await project.repository.git('rev-parse', 'main')).trim() };
}

type Part = { name: string; value: string | Buffer; file?: string };

function form(parts: readonly Part[]) {
  const boundary = 'report-boundary';
  const body = Buffer.concat([
    ...parts.map(({ name, value, file }) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`,
        ),
        Buffer.from(value as string),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

async function send(
  person: TestUser | undefined,
  at: { project: BuiltProject; sha: string },
  kind: string,
  parts: Part[],
) {
  const { body, type } = form(parts);
  return server.inject({
    method: 'POST',
    url: `/api/v4/projects/${at.project.id}/repository/commits/${at.sha}/reports/${kind}`,
    headers: { ...who(person).headers, 'content-type': type },
    payload: body,
  });
}

const cobertura = (hits: number, file = 'src/a.py') =>
  `<coverage><packages><package><classes><class filename="${file}"><lines><line number="1" hits="${hits}"/></lines></class></classes></package></packages></coverage>`;
const file = (value: string | Buffer): Part => ({ name: 'file', file: 'report', value });

const list = async ({ project, sha }: { project: BuiltProject; sha: string }, person = reporter) => {
  const url = `/api/v4/projects/${project.id}/repository/commits/${sha}/reports`;
  return server.inject({ url, headers: who(person).headers });
};
const listed = async (at: { project: BuiltProject; sha: string }) =>
  z.array(restCommitReport).parse((await list(at)).json());

test('a report is pending until it is read, and one of the same name takes its place', async () => {
  const at = await build();
  const answer = await send(developer, at, 'coverage', [file(cobertura(3))]);
  expect(answer.statusCode).toBe(201);
  expect(restCommitReport.parse(answer.json())).toMatchObject({
    sha: at.sha,
    kind: 'coverage',
    name: 'default',
    state: 'pending',
    entries: 0,
    author: { id: who(developer).user.id },
  });
  const accesses = [await getProjectAccess(app.system, at.project.id)];
  const key = { accesses, sha: at.sha, kind: 'coverage' as const };
  expect(await commitReportStatus(app.system, key)).toEqual({ kind: 'pending' });
  await app.runJobs();
  expect(await listed(at)).toMatchObject([{ state: 'ready', entries: 1, failure_reason: null }]);
  await send(developer, at, 'coverage', [file(cobertura(5))]);
  await send(developer, at, 'coverage', [{ name: 'name', value: 'e2e' }, file(cobertura(2, '/builds/app/src/a.py'))]);
  await app.runJobs();
  const standing = await commitReportStatus(app.system, key);
  if (standing.kind !== 'ready') throw new Error(standing.kind);
  expect(await coverageOfFiles(app.system, standing.reportIds, ['src/a.py', 'other'])).toEqual({
    'src/a.py': { 1: 7 },
  });
});

test('the same report that comes many times at once is one', async () => {
  const at = await build();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((hits) => send(developer, at, 'coverage', [file(cobertura(hits))])),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
  await app.runJobs();
  expect(await listed(at)).toHaveLength(1);
});

test('a report that cannot be read says why, and the others stay', async () => {
  const at = await build();
  const finding = {
    description: 'Too long',
    fingerprint: 'f',
    severity: 'minor',
    location: { path: 'a', lines: { begin: 1 } },
  };
  await send(developer, at, 'codequality', [file(JSON.stringify([finding]))]);
  await send(developer, at, 'coverage', [file('<coverage>')]);
  await app.runJobs();
  expect(await listed(at)).toMatchObject([
    { kind: 'codequality', state: 'ready', entries: 1 },
    { kind: 'coverage', state: 'failed', failure_reason: expect.stringContaining('not well-formed') },
  ]);
  const accesses = [await getProjectAccess(app.system, at.project.id)];
  const quality = { accesses, sha: at.sha, kind: 'codequality' as const };
  const standing = await commitReportStatus(app.system, quality);
  if (standing.kind !== 'ready') throw new Error(standing.kind);
  expect(await findingsOf(app.system, standing.reportIds)).toMatchObject([{ path: 'a', line: 1, fingerprint: 'f' }]);
});

test('reports of jobs are for those who may read files of jobs, uploaded ones for all readers of the code', async () => {
  const at = await build();
  await send(developer, at, 'coverage', [file(cobertura(1))]);
  await send(developer, at, 'coverage', [{ name: 'name', value: 'job' }, file(cobertura(2))]);
  const change = (payload: object) =>
    server.inject({ method: 'PUT', url: `/api/v4/projects/${at.project.id}`, headers: who(owner).headers, payload });
  const setAccess = (access: 'all' | 'developer') =>
    app.system.db.updateTable('commit_reports').set({ job_access: access }).where('name', '=', 'job').execute();
  const names = async (person: TestUser | undefined) =>
    (await list(at, person)).json<{ name: string }[]>().map(({ name }) => name);
  await setAccess('all');
  await change({ visibility: 'public' });
  expect(await names(outsider)).toEqual(['default', 'job']);
  await change({ public_jobs: false });
  expect(await names(outsider)).toEqual(['default']);
  expect(await names(reporter)).toEqual(['default', 'job']);
  await setAccess('developer');
  expect(await names(reporter)).toEqual(['default']);
  expect(await names(developer)).toEqual(['default', 'job']);
});

test('only those who may report on a commit do, on commits that are there', async () => {
  const at = await build();
  const status = async (person: TestUser | undefined, target: typeof at, kind = 'coverage') =>
    (await send(person, target, kind, [file(cobertura(1))])).statusCode;
  expect(await status(reporter, at)).toBe(403);
  expect(await status(outsider, at)).toBe(404);
  expect(await status(developer, { ...at, sha: 'f'.repeat(40) })).toBe(404);
  expect(await status(developer, at, 'weather')).toBe(400);
  expect((await list(at, outsider)).statusCode).toBe(404);
  expect(await listed(at)).toEqual([]);
});

test('what is too large, too many or no report is refused', async () => {
  const at = await build();
  const status = async (parts: Part[]) => (await send(developer, at, 'coverage', parts)).statusCode;
  expect(await status([file(Buffer.alloc(MAX_REPORT_BYTES + 1, 32))])).toBe(413);
  expect(await status([{ name: 'name', value: 'x' }])).toBe(400);
  expect(await status([{ name: 'other', value: 'x' }, file('x')])).toBe(400);
  expect(await status([{ name: 'name', value: ' ' }, file('x')])).toBe(400);
  expect(await listed(at)).toEqual([]);
  for (let count = 0; count < 20; count++) {
    expect(await status([{ name: 'name', value: `job ${count}` }, file(cobertura(1))])).toBe(201);
  }
  expect(await status([{ name: 'name', value: 'one more' }, file(cobertura(1))])).toBe(400);
  expect(await status([{ name: 'name', value: 'job 3' }, file(cobertura(1))])).toBe(201);
});

test('reports end after 90 days', async () => {
  const at = await build();
  await send(developer, at, 'coverage', [file(cobertura(1))]);
  await app.runJobs();
  const inDays = async (days: number) => {
    const clock = { ...app.system.clock, now: () => new Date(Date.now() + days * 86_400_000) };
    await expireReportsJob.run({ ...app.system, clock }, {});
    return (await listed(at)).length;
  };
  expect(await inDays(89)).toBe(1);
  expect(await inDays(91)).toBe(0);
});
