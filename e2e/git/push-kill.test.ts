import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../testing/running-server.ts';

let server: RunningServer;
let folder: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-push-kill-'));
  server = await startServer();
  token = await server.token();
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

function git(cwd: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Client',
    GIT_AUTHOR_EMAIL: 'client@example.test',
    GIT_COMMITTER_NAME: 'Client',
    GIT_COMMITTER_EMAIL: 'client@example.test',
  };
  return new Promise((resolve) => {
    execFile('git', args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() });
    });
  });
}

async function newProject(name: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v4/projects`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name, initialize_with_readme: true }),
  });
  expect(answer.status).toBe(201);
  const url = new URL(`${server.url}/root/${name}.git`);
  url.username = 'root';
  url.password = token;
  return url.href;
}

async function change(work: string, text: string): Promise<string> {
  await writeFile(path.join(work, 'file.txt'), text);
  await git(work, 'add', '--all');
  await git(work, 'commit', '--quiet', '-m', text);
  return (await git(work, 'rev-parse', 'HEAD')).output;
}

const POINTS = ['push.auth', 'push.pre_receive', 'push.intent', 'push.post_receive', 'push.outbox'];

test.each(POINTS)(
  'P-01: the server is killed at %s: what was acknowledged is there, and the next push works',
  async (point) => {
    const name = point.replace(/[._]/g, '-');
    const address = await newProject(name);
    const work = path.join(folder, name);
    await mkdir(work);
    expect((await git(folder, 'clone', '--quiet', address, work)).ok).toBe(true);
    const before = (await git(work, 'rev-parse', 'HEAD')).output;
    const sha = await change(work, point);
    await server.kill('SIGTERM');
    await server.start({ TRIBUTARY_FAILPOINTS: `${point}:1:kill` });
    const push = await git(work, 'push', 'origin', 'main');
    await server.kill('SIGKILL');
    await server.start();
    const now = (await git(work, 'ls-remote', 'origin', 'refs/heads/main')).output.split('\t')[0] ?? '';
    // Never lost when acknowledged; without an answer, wholly there or wholly absent.
    expect(push.ok ? [sha] : [sha, before]).toContain(now);
    const last = await change(work, `${point} again`);
    const again = await git(work, 'push', 'origin', 'main');
    expect([again.ok, again.output]).toEqual([true, expect.any(String)]);
    expect((await git(work, 'ls-remote', 'origin', 'refs/heads/main')).output).toContain(last);
    const copy = path.join(folder, `${name}-copy`);
    expect((await git(folder, 'clone', '--quiet', address, copy)).ok).toBe(true);
    expect((await git(copy, 'fsck', '--connectivity-only')).output).not.toContain('missing');
  },
);
