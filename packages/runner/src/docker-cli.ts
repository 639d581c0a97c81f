import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the docker command needs of the environment of the runner. Variables of jobs never get here. */
const INHERITED = ['PATH', 'HOME', 'DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'];
const MAX_ANSWER_BYTES = 1024 * 1024;

type Run = { onOutput?: (data: Buffer) => void; input?: Readable; config?: string; signal?: AbortSignal };
type Result = { code: number; text: string };

/** Runs `docker` with these arguments, never through a shell. The text is what it wrote to standard output. */
export async function docker(args: readonly string[], { onOutput, input, config, signal }: Run = {}): Promise<Result> {
  signal?.throwIfAborted();
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const given = config === undefined ? args : ['--config', config, ...args];
  const child = spawn('docker', given, { env, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  let text = '';
  child.stdout?.on('data', (data: Buffer) => {
    if (text.length < MAX_ANSWER_BYTES) text += data.toString();
    onOutput?.(data);
  });
  child.stderr?.on('data', (data: Buffer) => onOutput?.(data));
  const closed = once(child, 'close') as Promise<[number | null]>;
  if (input && child.stdin) await Promise.race([pipeline(input, child.stdin).catch(() => undefined), failed]);
  const [code] = await Promise.race([closed, failed]);
  return { code: code ?? 1, text: text.trim() };
}

/** Packs files with these arguments of tar and unpacks them in a container, at `name:/path`. */
export function packInto(
  target: string,
  args: readonly string[],
  run: Pick<Run, 'onOutput' | 'signal'>,
): Promise<Result> {
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (run.onOutput) tar.stderr.on('data', run.onOutput);
  return docker(['cp', '-', target], { ...run, input: tar.stdout });
}

/** Whether there is an engine that answers. */
export async function hasDocker(): Promise<boolean> {
  return docker(['version', '--format', '{{.Server.Version}}']).then(
    ({ code }) => code === 0,
    () => false,
  );
}
