import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';

const KILL_AFTER_MS = 10_000;

/** Whether jobs can be kept away from the rest of the machine. */
export function canIsolate(): boolean {
  const probe = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
  return spawnSync('bwrap', probe, { stdio: 'ignore' }).status === 0;
}

export const findShell = (): 'bash' | 'sh' => (spawnSync('bash', ['-c', 'true']).status === 0 ? 'bash' : 'sh');

export type Hidden = { path: string; isFolder: boolean };
export type Isolation = {
  /** Folders that the command may write to, also below what is hidden. */
  writable: readonly string[];
  hidden: readonly Hidden[];
};

/** Those of the paths that exist: nothing can be put over the others. */
export function hiddenIn(paths: readonly string[]): Hidden[] {
  return paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts ? [{ path, isFolder: facts.isDirectory() }] : [];
  });
}

export type Command = {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  isolation?: Isolation;
  onOutput: (data: Buffer) => void;
  signal: AbortSignal;
};

/** Only these folders can be written, what is hidden is empty, and the processes of the machine are not seen. */
function isolated({ program, args, cwd }: Command, { writable, hidden }: Isolation): string[] {
  const covers = hidden.flatMap(({ path, isFolder }) =>
    isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
  );
  const binds = writable.flatMap((folder) => ['--bind', folder, folder]);
  const system = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', ...covers];
  return [...system, ...binds, '--unshare-pid', '--unshare-ipc', '--die-with-parent', '--chdir', cwd, program, ...args];
}

/** Runs a command to its end, or ends it with all that it started when the signal says so. Gives the exit code. */
export async function runCommand(command: Command): Promise<number> {
  const { program, args, cwd, env, isolation, onOutput, signal } = command;
  signal.throwIfAborted();
  const [file, given] = isolation ? ['bwrap', isolated(command, isolation)] : [program, [...args]];
  const child = spawn(file, given, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended by itself.
    }
  };
  let kill: NodeJS.Timeout | undefined;
  const onAbort = () => {
    end('SIGTERM');
    kill = setTimeout(() => end('SIGKILL'), KILL_AFTER_MS);
  };
  signal.addEventListener('abort', onAbort);
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    return code ?? 1;
  } finally {
    clearTimeout(kill);
    signal.removeEventListener('abort', onAbort);
    // Whatever the script left behind in the background.
    end('SIGKILL');
  }
}
