import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

type RunOptions = { cwd?: string; env?: Record<string, string>; stdin?: string | Buffer };

/** Nobody's settings change what is measured, and nothing asks a user. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
};

/** Runs a program to its end; its standard output. Throws with what it said when it fails. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...GIT_ENVIRONMENT, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(out));
      const said = Buffer.concat(err).toString().slice(-2_000);
      return reject(new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${code ?? signal}: ${said}`));
    });
  });
}

/** Output of a git command as text, without the last line end. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await run('git', args, { cwd })).toString().trimEnd();
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A Node process that runs a file of this checkout. What it prints goes nowhere, unless it ends badly. */
export function startNode(
  file: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; flags?: readonly string[]; node?: string | undefined } = {},
): ChildProcess {
  return spawn(options.node ?? process.execPath, [...(options.flags ?? NODE_FLAGS), path.join(ROOT, file), ...args], {
    cwd: ROOT,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends a process by a signal and waits for its end. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await ended;
}
