import type { Duplex, Readable, Writable } from 'node:stream';
import { planGit } from './git-arguments.ts';
import { spawnHere } from './git-child.ts';
import type { GitChild } from './git-child.ts';
import { gitEnvironment } from './git-environment.ts';
import type { GitConfigPairs } from './git-environment.ts';
import { GitError, errorFromExit } from './git-error.ts';
import { withLargeWrites } from './large-writes.ts';
import { launchElsewhere } from './launcher.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;
/** How long a process that was asked to end may take to remove its lock files. */
const GRACE_MS = 2_000;

export interface SpawnGitOptions {
  revs?: readonly string[] | undefined;
  paths?: readonly string[] | undefined;
  plainRevs?: boolean | undefined;
  noSeparator?: boolean | undefined;
  /** Default 30 s. 0 = no limit; the caller watches. */
  timeoutMs?: number | undefined;
  env?: Readonly<Record<string, string>> | undefined;
  config?: GitConfigPairs | undefined;
  signal?: AbortSignal | undefined;
}

export interface RunGitOptions extends SpawnGitOptions {
  stdin?: Buffer | string | undefined;
  maxOutputBytes?: number | undefined;
  /** Exit codes that are answers rather than failures. Zero always is. */
  okExitCodes?: readonly number[] | undefined;
}

export interface StreamGitOptions extends SpawnGitOptions {
  okExitCodes?: readonly number[] | undefined;
  /** Pipes to open beyond standard error; they become `extra[0]` = fd 3, `extra[1]` = fd 4. */
  extraPipes?: number | undefined;
  /** Neither the process nor its pipes keep Node alive (kept-open readers). */
  background?: boolean | undefined;
  /** It prints much, and nobody waits for its first bytes alone. */
  largeOutput?: boolean | undefined;
}

export interface GitResult {
  stdout: Buffer;
  stderr: string;
  exitCode: number;
}

export interface GitStream {
  stdin: Writable;
  stdout: Readable;
  extra: Duplex[];
  /** Settles when the process is gone. Rejects with `GitError` unless the exit code is one that was allowed. */
  finished: Promise<{ exitCode: number; stderr: string }>;
  kill: (reason?: GitError) => void;
}

let spawned = 0;

/** Number of git processes this Node process has started; benchmarks and tests compare it before and after. */
export function gitSpawnCount(): number {
  return spawned;
}

/** Starts git and hands out its streams. The caller must drain stdout; destroying stdout ends the process group. */
export function streamGit(repo: string | null, args: readonly string[], options: StreamGitOptions = {}): GitStream {
  const signal = options.signal;
  if (signal?.aborted === true) throw abortedError();
  const child = start(repo, args, options);
  const stderr = collectStderr(child);
  let killedFor: GitError | null = null;
  let closed = false;
  child.onClose(() => {
    closed = true;
  });
  const kill = (reason?: GitError): void => {
    if (closed || killedFor !== null) return;
    killedFor = reason ?? abortedError();
    killGroup(child);
  };
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timer =
    timeoutMs > 0
      ? setTimeout(() => kill(new GitError('timeout', `git ${name(args)} took longer than ${timeoutMs} ms`)), timeoutMs)
      : null;
  const onAbort = (): void => kill();
  signal?.addEventListener('abort', onAbort, { once: true });
  const { stdin, stdout, extra } = child;
  // A reader that stops early destroys stdout; without this git would wait for a reader for ever.
  stdout.on('close', () => {
    if (!child.hasExited && !stdout.readableEnded) kill();
  });
  stdin.on('error', () => {
    // EPIPE: git ended before reading everything. Its exit code tells the story.
  });
  const finished = new Promise<{ exitCode: number; stderr: string }>((resolve, reject) => {
    const cleanUp = (): void => {
      if (timer !== null) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    child.onError((cause) => {
      cleanUp();
      reject(startError(cause));
    });
    child.onClose((code) => {
      cleanUp();
      const exitCode = code ?? -1;
      if (killedFor !== null) reject(killedFor);
      else if (exitCode === 0 || options.okExitCodes?.includes(exitCode) === true)
        resolve({ exitCode, stderr: stderr() });
      else reject(errorFromExit(name(args), code, stderr()));
    });
  });
  // A caller may only look at stdout; an unobserved failure must not end the service.
  finished.catch(() => undefined);
  return { stdin, stdout, extra, finished, kill };
}

/** Runs git to its end and gives everything it printed. */
export async function runGitResult(
  repo: string | null,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<GitResult> {
  const stream = streamGit(repo, args, options);
  const limit = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  const chunks: Buffer[] = [];
  let size = 0;
  stream.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) stream.kill(new GitError('too_large', `git ${name(args)} printed more than ${limit} bytes`));
    else chunks.push(chunk);
  });
  stream.stdin.end(options.stdin ?? '');
  const { exitCode, stderr } = await stream.finished;
  return { stdout: Buffer.concat(chunks), stderr, exitCode };
}

export async function runGit(
  repo: string | null,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<Buffer> {
  return (await runGitResult(repo, args, options)).stdout;
}

function start(repo: string | null, args: readonly string[], options: StreamGitOptions): GitChild {
  const planned = planGit({ ...options, args: repo === null ? args : ['--git-dir', repo, ...args] });
  const plan = {
    ...(options.largeOutput === true ? withLargeWrites(planned.command, planned.argv) : planned),
    env: gitEnvironment(repo, options.env, options.config),
    extraPipes: options.extraPipes ?? 0,
    background: options.background === true,
  };
  spawned += 1;
  return launchElsewhere(plan) ?? spawnHere(plan);
}

function collectStderr(child: GitChild): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    if (size < MAX_STDERR_BYTES) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8').slice(0, MAX_STDERR_BYTES);
}

/**
 * Asks first, so that git removes its lock files; then ends the whole group, also when git itself is gone and something it
 * started still holds the pipes. Only call it before `close`: until then the group cannot have been taken by others.
 */
function killGroup(child: GitChild): void {
  child.signal('SIGTERM');
  const timer = setTimeout(() => child.signal('SIGKILL'), GRACE_MS);
  child.onClose(() => clearTimeout(timer));
}

function name(args: readonly string[]): string {
  return args.find((arg) => !arg.startsWith('-')) ?? 'git';
}

function abortedError(): GitError {
  return new GitError('aborted', 'The git call was given up.');
}

function startError(cause: Error): GitError {
  const missing = 'code' in cause && cause.code === 'ENOENT';
  const message = missing ? 'git was not found on this machine.' : `git could not be started: ${cause.message}`;
  return new GitError('failed', message, { cause, details: { missing } });
}
