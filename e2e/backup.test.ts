import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './testing/running-server.ts';
import { IS_FULL } from './testing/full-run.ts';

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  server = await startServer();
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Files and folders in here that other accounts of the machine may read or change. */
async function openToOthers(dir: string): Promise<string[]> {
  const open: string[] = [];
  for (const name of await readdir(dir, { recursive: true })) {
    // Files of a running instance come and go.
    const found = await lstat(path.join(dir, name)).catch(() => undefined);
    if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0) open.push(name);
  }
  // PostgreSQL, which may run as another user, passes through the data directory.
  if (((await lstat(dir)).mode & 0o066) !== 0) open.push(dir);
  return open;
}

async function readme(origin: string, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v4/projects/root%2Fkept/repository/files/README.md/raw?ref=main`, {
    headers: { 'private-token': token },
  });
  return answer.text();
}

const LOG = 'made by the job\n';

/** A job that has ended with a log and an artifact; answers its address. */
async function endedJob(token: string, projectId: number): Promise<string> {
  const send = async (method: string, address: string, body: object | string | FormData, headers: object = {}) => {
    const isJson = typeof body === 'object' && !(body instanceof FormData);
    const type = isJson && { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api/v4${address}`, {
      method,
      headers: { 'private-token': token, ...type, ...headers },
      body: isJson ? JSON.stringify(body) : body,
    });
    expect(answer.ok, `${address}: ${answer.status}`).toBe(true);
    return (await answer.text()) || '{}';
  };
  const project = `/projects/${projectId}`;
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'a: { script: [make] }\n' }];
  const commit = { branch: 'main', commit_message: 'Add a job [skip ci]', actions };
  await send('POST', `${project}/repository/commits`, commit);
  await send('POST', `${project}/pipeline`, { ref: 'main' });
  const fields = { runner_type: 'project_type', project_id: projectId };
  const { token: runner } = JSON.parse(await send('POST', '/user/runners', fields)) as { token: string };
  const request = { token: runner, system_id: 's_1' };
  const job = JSON.parse(await send('POST', '/jobs/request', request)) as { id: number; token: string };
  const asJob = { 'job-token': job.token };
  const range = { 'content-type': 'text/plain', 'content-range': `0-${LOG.length - 1}` };
  await send('PATCH', `/jobs/${job.id}/trace`, LOG, { ...asJob, ...range });
  const form = new FormData();
  form.set('file', new Blob(['the file']), 'a.zip');
  await send('POST', `/jobs/${job.id}/artifacts`, form, asJob);
  await send('PUT', `/jobs/${job.id}`, { token: job.token, state: 'success' });
  return `${project}/jobs/${job.id}`;
}

test('a running instance is copied, restored elsewhere, and answers as before with the same token', async () => {
  const token = await server.token();
  const made = await fetch(`${server.url}/api/v4/projects`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'kept', initialize_with_readme: true }),
  });
  expect(made.status).toBe(201);
  const { id: projectId } = (await made.json()) as { id: number };
  const job = await endedJob(token, projectId);
  const before = await readme(server.url, token);
  const target = path.join(folder, 'copy');
  expect(await server.command(['backup', target])).toContain(target);

  expect(await openToOthers(target)).toEqual([]);
  expect(await openToOthers(server.dataDir)).toEqual([]);

  const other = await startServer();
  await other.kill('SIGTERM');
  await rm(other.dataDir, { recursive: true, force: true });
  await other.command(['restore', target]);
  await copyFile(path.join(server.dataDir, 'secret.key'), path.join(other.dataDir, 'secret.key'));
  await other.start();
  expect(await readme(other.url, token)).toBe(before);
  const read = async (address: string) =>
    (await fetch(`${other.url}/api/v4${address}`, { headers: { 'private-token': token } })).text();
  expect(await read(`${job}/trace`)).toBe(LOG);
  expect(await read(`${job}/artifacts`)).toBe('the file');
  await other.dispose();
});

test.runIf(IS_FULL)(
  'a second backup never overwrites the first, and a damaged one is refused before anything is written',
  async () => {
    const target = path.join(folder, 'copy');
    await expect(server.command(['backup', target])).rejects.toThrow(/already exists/);
    const manifest = JSON.parse(await readFile(path.join(target, 'manifest.json'), 'utf8')) as {
      files: { path: string }[];
    };
    const victim = manifest.files.find((file) => file.path.startsWith('database/users'));
    await writeFile(path.join(target, victim?.path ?? ''), 'damaged');
    const other = await startServer();
    await other.kill('SIGTERM');
    await rm(other.dataDir, { recursive: true, force: true });
    await expect(other.command(['restore', target])).rejects.toThrow(/is damaged/);
    expect(existsSync(path.join(other.dataDir, 'postgres'))).toBe(false);
    await other.dispose();
  },
);
