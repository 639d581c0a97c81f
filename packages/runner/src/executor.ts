/** The environment of a job: variables by name, and those whose value is put into a file that they name. */
export type JobValues = { plain: Record<string, string>; files: Record<string, string> };

export type ScriptRun = {
  name: string;
  /** Commands of a shell, without the variables. */
  text: string;
  values: JobValues;
  signal: AbortSignal;
};

/** Where the scripts of a job run. Sources, caches and files of earlier jobs are put into `folder` before. */
export type Executor = {
  readonly name: 'shell' | 'docker';
  /** What the log says about it, such as that jobs are not isolated. */
  readonly warning: string | undefined;
  /** The folder of the job on this machine, and where its scripts see it. */
  readonly folder: string;
  readonly projectDir: string;
  /** Whether scripts write to `folder` itself, not to a copy. */
  readonly isShared: boolean;
  /** Runs git and other tools of the runner in the folder. */
  runTool(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    onOutput?: (data: Buffer) => void,
  ): Promise<number>;
  /** Gets ready what does not need the sources: images, services, containers. */
  prepare(): Promise<void>;
  /** Takes what is in the folder now. */
  takeFiles(): Promise<void>;
  /** Gives the exit code. */
  runScript(script: ScriptRun): Promise<number>;
  /** The folder with all that the scripts left behind. */
  results(): Promise<string>;
  /** Removes everything that was only for this job. */
  close(): Promise<void>;
};

/** A failure with the reason as the server knows it. */
export class ExecutorFailure extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const OPTIONS = {
  bash: 'set -eo pipefail',
  sh: 'set -e',
  unknown: 'set -e; if [ -n "${BASH_VERSION:-}" ]; then set -o pipefail; fi',
};

/** The commands of a step as one script that shows each command and stops at the first that fails. */
export function scriptOf(commands: readonly string[], shell: 'bash' | 'sh' | 'unknown'): string {
  const lines = commands.map((command) => {
    const [first = ''] = command.split('\n');
    return `printf '%s\\n' ${quote(`\u001B[32;1m$ ${first}\u001B[0;m`)}\n${command}\n`;
  });
  return `${OPTIONS[shell]}\n${lines.join('')}`;
}
