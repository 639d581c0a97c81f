import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from './testing/running-server.ts';
import { IS_FULL } from './testing/full-run.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

const NODE = path.resolve(import.meta.dirname, '../node_modules/.bin/node');
const DIST = process.env['TRIBUTARY_WEB_DIST'] ?? path.resolve(import.meta.dirname, '../packages/web/dist');
const MAIN = path.resolve(import.meta.dirname, '../packages/server/src/app/main.ts');

/** Runs the server until it gives up; the exit code and what it said. */
function failedStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(NODE, [MAIN], {
      env: { PATH: process.env['PATH'], TRIBUTARY_WEB_DIST: DIST, TRIBUTARY_LOG: 'error', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

/** Does anyone listen there? */
function isReached(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function emptyFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'tributary-start-'));
}

describe('what stops a start is said in one screen', () => {
  const screens = (text: string) => text.trim().split('\n').length;

  test.runIf(IS_FULL)('port taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const dir = await emptyFolder();
    const { code, said } = await failedStart({ PORT: String(port), TRIBUTARY_DATA: dir });
    taken.close();
    await rm(dir, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is already in use.`);
    expect(screens(said)).toBeLessThan(8);
  });

  test('data directory in use by another process', async () => {
    const { code, said } = await failedStart({ PORT: '0', TRIBUTARY_DATA: server.dataDir });
    expect(code).toBe(1);
    expect(said).toMatch(/is in use by another Tributary process \(PID \d+\)/);
    expect((await fetch(`${server.url}/-/health`)).status).toBe(200);
  });

  test('data directory not writable', async () => {
    const dir = await emptyFolder();
    const file = path.join(dir, 'plain-file');
    await writeFile(file, '');
    const { code, said } = await failedStart({ PORT: '0', TRIBUTARY_DATA: path.join(file, 'data') });
    await rm(dir, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(said).toContain('is not writable');
  });

  test('git missing or too old', async () => {
    const dir = await emptyFolder();
    const bin = path.join(dir, 'bin');
    await mkdir(bin);
    const missing = await failedStart({ PORT: '0', TRIBUTARY_DATA: path.join(dir, 'data'), PATH: bin });
    expect(missing.said).toContain('git was not found');
    await writeFile(path.join(bin, 'git'), '#!/bin/sh\necho git version 2.30.2\n');
    await chmod(path.join(bin, 'git'), 0o755);
    const old = await failedStart({ PORT: '0', TRIBUTARY_DATA: path.join(dir, 'data'), PATH: `${bin}:/bin:/usr/bin` });
    expect(old.said).toContain('git version 2.30.2 is too old');
    await rm(dir, { recursive: true, force: true });
    expect([missing.code, old.code]).toEqual([1, 1]);
  });

  test.runIf(IS_FULL)('PostgreSQL unreachable', async () => {
    const dir = await emptyFolder();
    const { code, said } = await failedStart({
      PORT: '0',
      TRIBUTARY_DATA: dir,
      DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none',
    });
    await rm(dir, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(said).toContain('Cannot connect to PostgreSQL at 127.0.0.1:1');
    expect(said).not.toContain('secret-word');
  });

  test('settings that make no sense', async () => {
    const { code, said } = await failedStart({ PORT: 'eighty' });
    expect(code).toBe(1);
    expect(said).toContain('PORT must be a number from 0 to 65535, not "eighty".');
  });
});

describe('stopping and starting again', () => {
  test('SIGTERM ends cleanly, and the next start needs no set-up', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
    await server.start();
    expect((await fetch(`${server.url}/-/readiness`)).status).toBe(200);
    expect(server.output()).not.toContain('password');
  });

  test.runIf(IS_FULL)('a request in flight is answered before the process ends', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (part: Buffer) => (said += part.toString()));
    const body = JSON.stringify({ query: '{ metadata { version } }' });
    const head = [
      'host: x',
      'content-type: application/json',
      `content-length: ${body.length}`,
      'expect: 100-continue',
    ];
    socket.write(`POST /api/graphql HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    // The server has the request.
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 100/);
    socket.write(body.slice(0, 10));
    const ended = server.kill('SIGINT');
    // It takes no more.
    await expect.poll(() => isReached(Number(port), hostname)).toBe(false);
    socket.write(body.slice(10));
    await expect.poll(() => said).toMatch(/HTTP\/1\.1 200/);
    socket.destroy();
    expect(await ended).toBe(0);
    await server.start();
  });

  test.runIf(IS_FULL)('a database of a newer version is left alone', async () => {
    const postgres = JSON.parse(await readFile(path.join(server.dataDir, 'postgres.json'), 'utf8')) as {
      password: string;
    };
    const pid = await readFile(path.join(server.dataDir, 'postgres/postmaster.pid'), 'utf8');
    const url = `postgres://tributary:${postgres.password}@127.0.0.1:${pid.split('\n')[3]}/tributary`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "INSERT INTO schema_migrations (version, name, checksum) VALUES ('9999', '9999_from_the_future.sql', '')",
    );
    const { code, said } = await failedStart({
      PORT: '0',
      TRIBUTARY_DATA: path.join(server.dataDir, 'other'),
      DATABASE_URL: url,
    });
    expect(code).toBe(1);
    expect(said).toContain('9999_from_the_future.sql');
    expect(said).toContain('Start a newer version');
    await client.query("DELETE FROM schema_migrations WHERE version = '9999'");
    await client.end();
  });

  test('after kill -9 the next start recovers by itself', async () => {
    await server.kill('SIGKILL');
    await server.start();
    expect((await fetch(`${server.url}/-/readiness`)).status).toBe(200);
  });
});
