import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunningPostgres } from '../../packages/server/src/platform/db/embedded-postgres.ts';
import { queryDatabase } from '../testing/database.ts';
import { type RunningServer, startServer } from '../testing/running-server.ts';

/** Two processes serve runners from one database; one of them is killed, and the other is killed and started again. */

const JOBS = 40;
const RUNNERS = 8;
type Job = { id: number; token: string };

let server: RunningServer;
let other: RunningServer;
let token: string;
let projectId: number;
let runner: string;

const call = (
  at: RunningServer,
  method: string,
  address: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  fetch(`${at.url}/api/v4${address}`, {
    method,
    headers: { 'private-token': token, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

async function post<T>(address: string, body: object): Promise<T> {
  const answer = await call(server, 'POST', address, body);
  expect(answer.status, `${address}: ${await answer.clone().text()}`).toBe(201);
  return (await answer.json()) as T;
}

beforeAll(async () => {
  server = await startServer();
  const databaseUrl = await findRunningPostgres(path.join(server.dataDir, 'postgres'));
  if (databaseUrl === undefined) throw new Error('the database does not run');
  other = await startServer({ DATABASE_URL: databaseUrl, TRIBUTARY_DATA: server.dataDir, TRIBUTARY_LOG: 'fatal' });
  token = await server.token();
  projectId = (await post<{ id: number }>('/projects', { name: 'jobs', initialize_with_readme: true })).id;
  const content = `a: { script: [make], parallel: ${JOBS} }\n`;
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }];
  const commit = { branch: 'main', commit_message: 'Add jobs [skip ci]', actions };
  await post(`/projects/${projectId}/repository/commits`, commit);
  const fields = { runner_type: 'project_type', project_id: projectId };
  runner = (await post<{ token: string }>('/user/runners', fields)).token;
});
afterAll(async () => {
  await other.dispose();
  await server.dispose();
});

async function request(at: RunningServer): Promise<Job | undefined> {
  const answer = await call(at, 'POST', '/jobs/request', { token: runner, system_id: 's_1' });
  return answer.status === 201 ? ((await answer.json()) as Job) : undefined;
}

const append = async (at: RunningServer, job: Job, text: string, start: number) => {
  const headers = {
    'job-token': job.token,
    'content-type': 'text/plain',
    'content-range': `${start}-${start + text.length - 1}`,
  };
  const answer = await fetch(`${at.url}/api/v4/jobs/${job.id}/trace`, { method: 'PATCH', headers, body: text });
  return { status: answer.status, end: Number(answer.headers.get('range')?.split('-')[1] ?? -1) };
};

test('no job is taken twice though one of two processes is killed, and no log is torn', async () => {
  await post(`/projects/${projectId}/pipeline`, { ref: 'main' });
  const taken: Job[] = [];
  let lost = 0;
  let killed: Promise<unknown> | undefined;
  const work = async (index: number) => {
    for (let round = index; ; round++) {
      const at = round % 2 === 0 || killed !== undefined ? server : other;
      const job = await request(at).catch(() => null);
      if (job === undefined) return;
      // Whoever asked the killed process does not know whether it was given a job.
      if (job === null) lost += 1;
      else taken.push(job);
      if (taken.length >= JOBS / 4) killed ??= other.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: RUNNERS }, (_, index) => work(index)));
  await killed;
  const ids = taken.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(JOBS - lost);
  const running = await queryDatabase<{ id: string }>(server, `select id from ci_jobs where status = 'running'`);
  expect(running).toHaveLength(JOBS);

  // A log that is written while its process dies has exactly what was accepted, and goes on there.
  const [job] = taken;
  if (!job) throw new Error('no job was taken');
  const text = Array.from({ length: 400 }, (_, line) => `line ${line} of the log\n`).join('');
  const step = 97;
  let sent = 0;
  let restarted: Promise<unknown> | undefined;
  while (sent < text.length) {
    const piece = text.slice(sent, sent + step);
    const answer = await append(server, job, piece, sent).catch(() => undefined);
    if (sent > text.length / 2) restarted ??= server.killAll().then(() => server.start());
    if (!answer) await restarted;
    else if (answer.status === 202) sent += piece.length;
    // The answer was lost, the piece was not.
    else if (answer.status === 416) sent = answer.end;
    else throw new Error(`a piece was answered ${answer.status}`);
  }
  await restarted;
  const log = await call(server, 'GET', `/projects/${projectId}/jobs/${job.id}/trace`);
  expect(await log.text()).toBe(text);
  const output = { bytesize: text.length };
  const end = () => call(server, 'PUT', `/jobs/${job.id}`, { token: job.token, state: 'success', output });
  expect((await end()).status).toBe(200);
  // The same report again changes nothing; for anything else the token is dead.
  expect((await end()).status).toBe(200);
  expect((await append(server, job, 'more', text.length)).status).toBe(403);
  const files = `${server.url}/api/v4/projects/${projectId}/jobs/${job.id}/artifacts`;
  const asJob = await fetch(files, { headers: { 'job-token': job.token } });
  expect(asJob.status).toBe(401);
});
