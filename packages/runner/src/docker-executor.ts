import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { docker, packInto } from './docker-cli.ts';
import {
  entrypointOf,
  isImageName,
  type PullPolicy,
  pullPolicies,
  registryAuths,
  serviceAliases,
} from './docker-names.ts';
import { type Executor, ExecutorFailure, type JobValues, quote, type ScriptRun } from './executor.ts';
import type { JobImage, JobService } from './payload.ts';
import { runCommand } from './shell.ts';

/** The script lies at this path of the container; the shell of the image runs it. */
const SCRIPT_FOLDER = '/builds/.tributary';
const START = 'if command -v bash >/dev/null 2>&1; then exec bash "$1"; else exec sh "$1"; fi';
const PROJECT_PATH = /^[\w][\w.\-/]*$/;
const SERVICE_WAIT_MS = 30_000;
const STOP_SECONDS = '5';

export type DockerOptions = {
  slot: string;
  projectId: number;
  projectPath: string;
  jobId: number;
  image: JobImage | undefined;
  services: readonly JobService[];
  pullPolicy: PullPolicy;
  allowedPullPolicies: readonly PullPolicy[];
  values: ReadonlyMap<string, string>;
  expand: (text: string) => string;
  signal: AbortSignal;
  onOutput: (data: Buffer) => void;
  say: (text: string, color?: string) => void;
};

/**
 * Runs the scripts in a container of the job's image. Sources go in and results come out as copies: what a script does to
 * them, such as to the configuration of git, never takes effect on this machine.
 */
export class DockerExecutor implements Executor {
  readonly name = 'docker';
  readonly warning = undefined;
  readonly folder: string;
  readonly projectDir: string;
  readonly isShared = false;
  readonly #options: DockerOptions;
  readonly #name: string;
  readonly #temporary: string;
  readonly #started: string[] = [];
  #hasNetwork = false;

  constructor(options: DockerOptions) {
    this.#options = options;
    if (!PROJECT_PATH.test(options.projectPath) || options.projectPath.includes('..'))
      throw new ExecutorFailure(
        'runner_system_failure',
        'The path of the project has characters that are not expected.',
      );
    this.folder = path.join(options.slot, 'sources', String(options.projectId));
    this.projectDir = `/builds/${options.projectPath}`;
    this.#temporary = path.join(options.slot, 'tmp', String(options.jobId));
    this.#name = `tributary-${options.jobId}-${randomBytes(4).toString('hex')}`;
  }

  async runTool(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    onOutput = this.#options.onOutput,
  ): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { signal } = this.#options;
    const base = { PATH: process.env['PATH'] ?? '', HOME: this.#temporary, ...env };
    return runCommand({ program, args, cwd: this.folder, env: base, signal, onOutput });
  }

  async prepare(): Promise<void> {
    const { image, services, say, expand, jobId } = this.#options;
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 });
    if (!image?.name) {
      const text = 'The job names no image. Add image: to it, or start the runner with --image.';
      throw new ExecutorFailure('runner_configuration_error', text);
    }
    const name = expand(image.name);
    await this.#pull(name, image);
    await this.#check(['network', 'create', '--label', `tributary.job=${jobId}`, this.#name]);
    this.#hasNetwork = true;
    for (const [index, service] of services.entries()) await this.#startService(service, index);
    say(`Using container ${this.#name} of image ${name}`);
    const { options, first } = entrypointOf(image.entrypoint);
    await this.#check([
      ...this.#create(image, this.#name),
      `--workdir=${this.projectDir}`,
      ...options,
      '--',
      name,
      ...first,
      'sh',
      '-c',
      START,
      'sh',
      `${SCRIPT_FOLDER}/step.sh`,
    ]);
    this.#started.push(this.#name);
  }

  #create({ executor_opts: more }: JobImage, name: string): string[] {
    const { jobId, expand } = this.#options;
    const { user, platform } = more?.docker ?? {};
    return [
      'create',
      `--name=${name}`,
      `--network=${this.#name}`,
      `--label=tributary.job=${jobId}`,
      ...(user ? [`--user=${expand(String(user))}`] : []),
      ...(platform ? [`--platform=${expand(platform)}`] : []),
    ];
  }

  async #pull(name: string, image: JobImage): Promise<void> {
    const { pullPolicy, allowedPullPolicies, values, signal, onOutput, say } = this.#options;
    if (!isImageName(name)) throw new ExecutorFailure('runner_configuration_error', `"${name}" is no image name.`);
    const policies = pullPolicies(image, pullPolicy, allowedPullPolicies);
    if (policies.length === 0) {
      const allowed = [...new Set([pullPolicy, ...allowedPullPolicies])].join(', ');
      const text = `The pull policy of image ${name} (${image.pull_policy?.join(', ')}) is not one that the runner allows (${allowed}).`;
      throw new ExecutorFailure('runner_configuration_error', text);
    }
    const auths = registryAuths(values.get('DOCKER_AUTH_CONFIG'));
    let config: string | undefined;
    if (auths !== undefined) {
      config = path.join(this.#temporary, 'docker');
      await mkdir(config, { recursive: true, mode: 0o700 });
      await writeFile(path.join(config, 'config.json'), auths, { mode: 0o600 });
    }
    for (const policy of policies) {
      const isThere = (await docker(['image', 'inspect', '--format', '{{.Id}}', '--', name], { signal })).code === 0;
      if (policy !== 'always' && isThere) return;
      if (policy === 'never') continue;
      say(`Pulling image ${name}`);
      const { code } = await docker(['pull', '--quiet', '--', name], { signal, onOutput, ...(config && { config }) });
      if (code === 0) return;
    }
    throw new ExecutorFailure('image_pull_failure', `The image ${name} could not be had (${policies.join(', ')}).`);
  }

  async #startService(service: JobService, index: number): Promise<void> {
    const { expand, values, say, signal } = this.#options;
    const image = expand(service.name);
    await this.#pull(image, service);
    const name = `${this.#name}-service-${index}`;
    const aliases = serviceAliases(image, service.alias && expand(service.alias));
    const { options, first } = entrypointOf(service.entrypoint);
    const own = (service.variables ?? []).map(({ key, value, raw }) => [key, raw ? value : expand(value)] as const);
    const env = path.join(this.#temporary, `service-${index}.env`);
    const lines = [...new Map([...values, ...own])].filter(
      ([key, value]) => /^\w+$/.test(key) && !/[\n\r\0]/.test(value),
    );
    await writeFile(env, lines.map(([key, value]) => `${key}=${value}\n`).join(''), { mode: 0o600 });
    const network = aliases.map((alias) => `--network-alias=${alias}`);
    const command = [...first, ...(service.command ?? [])];
    await this.#check([
      ...this.#create(service, name),
      ...network,
      `--env-file=${env}`,
      ...options,
      '--',
      image,
      ...command,
    ]);
    this.#started.push(name);
    await this.#check(['start', name]);
    say(`Started service ${image} as ${aliases.join(', ')}`);
    await this.#waitForService(name, image, signal);
  }

  /** Until one of its ports answers; a service without ports is not waited for. */
  async #waitForService(name: string, image: string, signal: AbortSignal): Promise<void> {
    const format =
      '{{range $port, $_ := .Config.ExposedPorts}}{{$port}} {{end}}|{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}|{{.State.Running}}';
    const until = Date.now() + SERVICE_WAIT_MS;
    while (Date.now() < until) {
      const { text } = await docker(['inspect', '--format', format, name], { signal });
      const [ports = '', address = '', isRunning] = text.split('|');
      const [port] = ports.split(' ').flatMap((each) => (each.endsWith('/tcp') ? Number.parseInt(each, 10) : []));
      if (isRunning !== 'true') break;
      if (port === undefined || address === '' || (await answers(address, port))) return;
      await pause(500, undefined, { signal });
    }
    const { text } = await docker(['logs', '--tail=20', name], { onOutput: this.#options.onOutput });
    this.#options.say(`The service ${image} does not answer${text === '' ? '' : ', see its output above'}.`, '33;1');
  }

  async takeFiles(): Promise<void> {
    // The image may run as any user.
    const place = path.posix.join('.', this.projectDir);
    const options = ['--mode=a+rwX', '--owner=0', '--group=0', '--numeric-owner', `--transform=s,^\\.,${place},S`];
    await this.#copyIn(['-C', this.folder, ...options, '-cf', '-', '.']);
  }

  /** What tar packs is unpacked at the root of the container. */
  async #copyIn(args: readonly string[]): Promise<void> {
    const { signal, onOutput } = this.#options;
    const { code } = await packInto(`${this.#name}:/`, args, { signal, onOutput });
    if (code !== 0)
      throw new ExecutorFailure('runner_system_failure', 'The files could not be copied into the container.');
  }

  async runScript({ text, values, signal }: ScriptRun): Promise<number> {
    const stage = path.join(this.#temporary, 'stage');
    const folder = path.join(stage, SCRIPT_FOLDER);
    await rm(stage, { recursive: true, force: true });
    await mkdir(path.join(folder, 'variables'), { recursive: true });
    for (const [key, value] of Object.entries(values.files))
      await writeFile(path.join(folder, 'variables', key), value);
    await writeFile(path.join(folder, 'step.sh'), `${exportsOf(values)}${text}`, { mode: 0o755 });
    await this.#copyIn(['-C', stage, '--mode=a+rX', '--owner=0', '--group=0', '-cf', '-', '.']);
    signal.throwIfAborted();
    const onAbort = () => void docker(['stop', `--time=${STOP_SECONDS}`, this.#name]);
    signal.addEventListener('abort', onAbort);
    try {
      const { code } = await docker(['start', '--attach', this.#name], { onOutput: this.#options.onOutput });
      signal.throwIfAborted();
      return code;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async results(): Promise<string> {
    const out = path.join(this.#temporary, 'results');
    await rm(out, { recursive: true, force: true });
    await mkdir(out, { recursive: true });
    await this.#check(['cp', `${this.#name}:${this.projectDir}/.`, out]);
    return out;
  }

  async close(): Promise<void> {
    for (const name of this.#started.toReversed()) await docker(['rm', '--force', '--volumes', name]);
    if (this.#hasNetwork) await docker(['network', 'rm', this.#name]);
    await rm(this.#temporary, { recursive: true, force: true });
  }

  async #check(args: readonly string[]): Promise<void> {
    const { signal, onOutput } = this.#options;
    // Its answer is an id that nobody needs.
    let text = '';
    const { code } = await docker(args, { signal, onOutput: (data) => (text += data.toString()) });
    if (code === 0) return;
    onOutput(Buffer.from(text));
    throw new ExecutorFailure('runner_system_failure', `docker ${args[0] ?? ''} failed with exit code ${code}.`);
  }
}

/** Variables as commands: they are in no list of processes, and the PATH of the image stays. */
function exportsOf({ plain, files }: JobValues): string {
  const named = Object.keys(files).map((key) => [key, `${SCRIPT_FOLDER}/variables/${key}`] as const);
  return [...Object.entries(plain), ...named].map(([key, value]) => `export ${key}=${quote(value)}\n`).join('');
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
