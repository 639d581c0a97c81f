import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Executor, JobValues, ScriptRun } from './executor.ts';
import { type Command, hiddenIn, runCommand } from './shell.ts';

/** Folders and files of the user of the runner that hold credentials. */
const CREDENTIALS = ['.ssh', '.gnupg', '.aws', '.azure', '.docker', '.kube', '.netrc', '.npmrc', '.git-credentials'];
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'http_proxy', 'https_proxy', 'no_proxy'];

export type ShellOptions = {
  /** Of the runner; no job sees what is in it beside its own folders. */
  root: string;
  slot: string;
  projectId: number;
  jobId: number;
  shell: string;
  isIsolated: boolean;
  /** More that no job may see. */
  hidden: readonly string[];
  signal: AbortSignal;
  onOutput: (data: Buffer) => void;
};

/** Runs the scripts on this machine, kept away from the rest of it by bubblewrap where that is there. */
export class ShellExecutor implements Executor {
  readonly name = 'shell';
  readonly warning: string | undefined;
  readonly folder: string;
  readonly projectDir: string;
  readonly isShared = true;
  readonly #options: ShellOptions;
  readonly #temporary: string;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.folder = path.join(options.slot, 'builds', String(options.projectId));
    this.projectDir = this.folder;
    this.#temporary = path.join(options.slot, 'tmp', String(options.jobId));
    this.warning = options.isIsolated ? undefined : 'The job is not isolated: bubblewrap is not installed.';
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 });
  }

  async takeFiles(): Promise<void> {
    // They are where the scripts run.
  }

  results(): Promise<string> {
    return Promise.resolve(this.folder);
  }

  close(): Promise<void> {
    return rm(this.#temporary, { recursive: true, force: true });
  }

  async runTool(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    onOutput = this.#options.onOutput,
  ): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    return this.#run({ program, args, env: { ...this.#base(), ...env }, signal: this.#options.signal, onOutput });
  }

  async runScript({ name, text, values, signal }: ScriptRun): Promise<number> {
    const file = path.join(this.#temporary, `${name}.sh`);
    await writeFile(file, text, { mode: 0o700 });
    await chmod(file, 0o700);
    const env = { ...this.#base(), ...values.plain, ...(await this.#writeFiles(values)) };
    return this.#run({ program: this.#options.shell, args: [file], env, signal, onOutput: this.#options.onOutput });
  }

  #base(): Record<string, string> {
    const inherited = INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...Object.fromEntries(inherited), HOME: this.#temporary, TERM: 'xterm' };
  }

  async #writeFiles({ files }: JobValues): Promise<Record<string, string>> {
    const folder = path.join(this.#temporary, 'variables');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const named: Record<string, string> = {};
    for (const [key, value] of Object.entries(files)) {
      named[key] = path.join(folder, key);
      await writeFile(path.join(folder, key), value, { mode: 0o600 });
    }
    return named;
  }

  #run(command: Omit<Command, 'cwd' | 'isolation'>): Promise<number> {
    const { isIsolated, root, hidden } = this.#options;
    const home = homedir();
    const secret = CREDENTIALS.map((name) => path.join(home, name));
    return runCommand({
      ...command,
      cwd: this.folder,
      ...(isIsolated && {
        isolation: {
          writable: [this.folder, this.#temporary],
          hidden: hiddenIn([...hidden, root, ...secret]),
        },
      }),
    });
  }
}
