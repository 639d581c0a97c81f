import { type ChildProcess, execFile as execFileCallback, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execFile = promisify(execFileCallback);
const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');
export const ROOT_PASSWORD = 'correct-horse-battery';

export type RunningServer = {
  url: string;
  dataDir: string;
  /** What the process printed so far. */
  output(): string;
  /** A token of root with these scopes, made by the command beside the running server. */
  token(scopes?: string): Promise<string>;
  command(args: string[]): Promise<string>;
  /** Ends the process as given and waits for it; the data stays. */
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<number | null>;
  /** Ends the process and every git it started, at once, as when the machine stops; the database goes on. */
  killAll(): Promise<void>;
  /** Of the running process. */
  processId(): number;
  /** Waits until the process is gone, whoever ends it. */
  ended(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(env?: Record<string, string>): Promise<void>;
  /** Stops it and removes the data. */
  dispose(): Promise<void>;
};

/** Below the ports that the system gives to connections by itself: between looking and listening nobody takes it. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/** Every process that names this folder, except the database. Where there is no /proc, none. */
async function killProcessesOf(dataDir: string): Promise<void> {
  if (!existsSync('/proc')) return;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const read = (file: string) => readFile(`/proc/${entry}/${file}`, 'utf8').catch(() => '');
    const [name, ...texts] = await Promise.all([read('comm'), read('cmdline'), read('environ')]);
    if (/^(git|sh)/.test(name) && texts.some((text) => text.includes(dataDir))) signal(Number(entry));
  }
}

function signal(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function runToEnd(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, args, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.on('close', (code) =>
      code === 0 ? resolve(out.trim()) : reject(new Error(`${args.join(' ')} ended with ${code}: ${err}${out}`)),
    );
  });
}

/**
 * A real server process with its own PostgreSQL, as `npm start` runs it: on a fresh folder, or on a copy of one that an
 * earlier process has left.
 */
export async function startServer(env: Record<string, string> = {}, earlierData?: string): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
  // Owners and rights go with the files: a database that root starts belongs to someone else.
  if (earlierData !== undefined) await execFile('cp', ['-Rp', `${earlierData}/.`, dataDir]);
  const port = await freePort();
  const environment = {
    ...process.env,
    PORT: String(port),
    TRIBUTARY_DATA: dataDir,
    TRIBUTARY_ROOT_PASSWORD: ROOT_PASSWORD,
    TRIBUTARY_LOG: 'error',
    DATABASE_URL: '',
    ...env,
  };
  let child: ChildProcess | undefined;
  let output = '';

  const start = (extra: Record<string, string> = {}) =>
    new Promise<void>((resolve, reject) => {
      const next = spawn(NODE, ['--import', './e2e/testing/quick-hashing.ts', 'packages/server/src/app/main.ts'], {
        cwd: ROOT,
        env: { ...environment, ...extra },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = next;
      const read = (part: Buffer) => {
        output += part.toString();
        if (output.includes('Tributary is ready')) resolve();
      };
      output = '';
      next.stdout?.on('data', read);
      next.stderr?.on('data', read);
      next.on('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
    });

  const kill = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve(child?.exitCode ?? null);
      child.once('close', (code) => resolve(code));
      child.kill(signal);
      return undefined;
    });

  const ended = () =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('close', () => resolve());
      return undefined;
    });

  const killAll = async () => {
    const gone = ended();
    child?.kill('SIGKILL');
    await gone;
    await killProcessesOf(dataDir);
  };

  const command = (args: string[]) => runToEnd(['packages/server/src/app/cli.ts', ...args], environment);
  let serial = 0;
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => output,
    command,
    token: (scopes = 'api') =>
      command(['token', 'create', '--user', 'root', '--name', `e2e-${++serial}`, '--scopes', scopes]),
    kill,
    killAll,
    ended,
    processId: () => child?.pid ?? 0,
    start,
    async dispose() {
      await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
