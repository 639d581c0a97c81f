import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { Socket } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import { GitError } from './git-error.ts';

export interface LaunchPlan {
  command: string;
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Pipes beyond the standard three. */
  extraPipes: number;
  /** Neither the process nor its pipes keep Node alive. */
  background: boolean;
}

/** A process in a group of its own, whoever started it. */
export interface GitChild {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  extra: Duplex[];
  readonly hasExited: boolean;
  /** To the whole group. */
  signal: (name: 'SIGTERM' | 'SIGKILL') => void;
  /** It could not be started. */
  onError: (listener: (cause: Error) => void) => void;
  /** It has ended and all its pipes are closed. */
  onClose: (listener: (exitCode: number | null) => void) => void;
}

/** Starts it from this process. */
export function spawnHere(plan: LaunchPlan): GitChild {
  const stdio: StdioOptions = [
    'pipe',
    'pipe',
    'pipe',
    ...Array.from({ length: plan.extraPipes }, () => 'pipe' as const),
  ];
  const child = spawn(plan.command, plan.argv, { cwd: '/', env: plan.env, stdio, detached: true, shell: false });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null)
    throw new GitError('failed', 'git was started without pipes');
  const extra: Duplex[] = [];
  for (const pipe of child.stdio.slice(3)) if (pipe instanceof Socket) extra.push(pipe);
  if (plan.background) unrefAll(child);
  return {
    stdin,
    stdout,
    stderr,
    extra,
    get hasExited() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    signal: (name) => signalGroup(child, name),
    onError: (listener) => child.on('error', listener),
    onClose: (listener) => child.on('close', listener),
  };
}

function unrefAll(child: ChildProcess): void {
  child.unref();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    // All of it has ended between the check and the call.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
