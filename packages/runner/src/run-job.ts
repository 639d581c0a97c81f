import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type JobEnd, JobLost, type RunnerApi } from './api.ts';
import { createGzipOf, createZip, extractZip, findFiles } from './archives.ts';
import { getSources, SourcesMissing } from './git-sources.ts';
import { environmentOf, expand, expandVariables } from './job-environment.ts';
import { JobLog } from './job-log.ts';
import type { Job, JobArtifact, JobCache, JobStep } from './payload.ts';
import { runCommand } from './shell.ts';

export type Workplace = { folder: string; shell: string; isIsolated: boolean };
type Reason = 'job_execution_timeout' | 'runner_interrupted' | 'canceled';
type Outcome = Pick<JobEnd, 'state' | 'failureReason' | 'exitCode'>;

class JobAborted extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const WORDS: Record<Reason, string> = {
  job_execution_timeout: 'The job took longer than it may.',
  runner_interrupted: 'The runner is stopped.',
  canceled: 'The job was canceled.',
};

/** Does one job from its sources to its result, and reports it. `stop` ends the job as well. */
export async function runJob(api: RunnerApi, job: Job, place: Workplace, stop: AbortSignal): Promise<void> {
  await new JobRun(api, job, place, stop).run();
}

class JobRun {
  readonly #api: RunnerApi;
  readonly #job: Job;
  readonly #place: Workplace;
  readonly #abort = new AbortController();
  readonly #log: JobLog;
  readonly #values: Map<string, string>;
  readonly #folder: string;
  readonly #temporary: string;
  #lost: unknown;

  constructor(api: RunnerApi, job: Job, place: Workplace, stop: AbortSignal) {
    this.#api = api;
    this.#job = job;
    this.#place = place;
    const project = String(job.job_info.project_id);
    this.#folder = path.join(place.folder, 'builds', project);
    this.#temporary = path.join(place.folder, 'tmp', String(job.id));
    const own = { file: false, masked: false, raw: true };
    this.#values = expandVariables([
      ...job.variables,
      { key: 'CI_PROJECT_DIR', value: this.#folder, ...own },
      { key: 'CI_BUILDS_DIR', value: path.join(place.folder, 'builds'), ...own },
      { key: 'CI_CONCURRENT_ID', value: '0', ...own },
      { key: 'CI_DISPOSABLE_ENVIRONMENT', value: 'false', ...own },
    ]);
    const masked = job.variables.filter((variable) => variable.masked).map(({ key }) => this.#values.get(key) ?? '');
    this.#log = new JobLog(api, job, [job.token, ...masked], (lost) => {
      this.#lost = lost;
      this.#abort.abort(new JobAborted('canceled'));
    });
    const onStop = () => this.#abort.abort(new JobAborted('runner_interrupted'));
    if (stop.aborted) onStop();
    else stop.addEventListener('abort', onStop, { once: true });
  }

  async run(): Promise<void> {
    const timeout = setTimeout(
      () => this.#abort.abort(new JobAborted('job_execution_timeout')),
      this.#job.runner_info.timeout * 1_000,
    );
    let outcome: Outcome;
    try {
      outcome = await this.#work();
    } catch (error) {
      outcome = this.#failure(error);
    } finally {
      clearTimeout(timeout);
      await rm(this.#temporary, { recursive: true, force: true });
    }
    if (this.#lost instanceof JobLost) return;
    if (outcome.state === 'success') this.#log.say('Job succeeded', '32;1');
    const { bytes, checksum } = await this.#log.end();
    await this.#api.finish(this.#job, { ...outcome, bytes, checksum }).catch((error: unknown) => {
      if (!(error instanceof JobLost)) throw error;
    });
  }

  #failure(error: unknown): Outcome {
    const reason = error instanceof JobAborted ? error.reason : undefined;
    const text = reason ? WORDS[reason] : error instanceof Error ? error.message : String(error);
    this.#log.say(`ERROR: Job failed: ${text}`, '31;1');
    if (reason === 'canceled') return { state: 'failed', failureReason: 'script_failure' };
    return { state: 'failed', failureReason: reason ?? 'runner_system_failure' };
  }

  async #work(): Promise<Outcome> {
    const { job_info: info } = this.#job;
    this.#log.say(`Running ${info.name} of ${info.project_full_path} with tributary-runner (shell)`);
    if (!this.#place.isIsolated) this.#log.say('The job is not isolated: bubblewrap is not installed.', '33;1');
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 });
    const env = await environmentOf(this.#job.variables, this.#values, {
      home: this.#temporary,
      temporary: path.join(this.#temporary, 'variables'),
    });
    await this.#log.section('get_sources', 'Getting sources from the repository', async () => {
      try {
        await getSources(this.#job, this.#values, this.#folder, (program, args, more) =>
          this.#run(program, args, { ...env, ...more }, path.dirname(this.#folder)),
        );
      } catch (error) {
        if (error instanceof SourcesMissing) this.#log.say(error.message, '31;1');
        throw error;
      }
    });
    for (const cache of this.#job.cache) await this.#restore(cache);
    await this.#getDependencies();
    const outcome = await this.#scripts(env);
    for (const cache of this.#job.cache) await this.#save(cache, outcome.state);
    for (const artifact of this.#job.artifacts) await this.#upload(artifact, outcome.state);
    if (outcome.state === 'failed') this.#log.say(`ERROR: Job failed: exit code ${outcome.exitCode}`, '31;1');
    return outcome;
  }

  async #scripts(env: Record<string, string>): Promise<Outcome> {
    let outcome: Outcome = { state: 'success' };
    let aborted: Error | undefined;
    for (const step of this.#job.steps) {
      if (step.name === 'after_script' || step.when === 'always') continue;
      try {
        const code = await this.#log.section('step_script', 'Executing the scripts of the job', () =>
          this.#script(step, env),
        );
        if (code !== 0) outcome = { state: 'failed', failureReason: 'script_failure', exitCode: code };
      } catch (error) {
        aborted = error instanceof Error ? error : new Error(String(error));
      }
      if (outcome.state === 'failed' || aborted !== undefined) break;
    }
    const after = this.#job.steps.find(({ name, when }) => name === 'after_script' || when === 'always');
    if (after && aborted === undefined) {
      const status = { ...env, CI_JOB_STATUS: outcome.state };
      await this.#log.section('after_script', 'Running after_script', () => this.#script(after, status));
    }
    if (aborted !== undefined) throw aborted;
    return outcome;
  }

  async #script({ name, script, timeout }: JobStep, env: Record<string, string>): Promise<number> {
    const file = path.join(this.#temporary, `${name}.sh`);
    const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
    const lines = script.map((command) => {
      const [first = ''] = command.split('\n');
      return `printf '%s\\n' ${quote(`\u001B[32;1m$ ${first}\u001B[0;m`)}\n${command}\n`;
    });
    const options = this.#place.shell === 'bash' ? 'set -eo pipefail' : 'set -e';
    await writeFile(file, `${options}\n${lines.join('')}`, { mode: 0o700 });
    await chmod(file, 0o700);
    const limit = AbortSignal.timeout(timeout * 1_000);
    try {
      return await this.#run(this.#place.shell, [file], env, this.#folder, limit);
    } catch (error) {
      if (this.#abort.signal.aborted || !limit.aborted) throw error;
      if (name !== 'after_script') throw new JobAborted('job_execution_timeout');
      this.#log.say('The after_script took too long and was ended.', '33;1');
      return 1;
    }
  }

  #run(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    cwd: string,
    limit?: AbortSignal,
  ): Promise<number> {
    const signal = limit ? AbortSignal.any([this.#abort.signal, limit]) : this.#abort.signal;
    return mkdir(cwd, { recursive: true }).then(() =>
      runCommand({
        program,
        args,
        cwd,
        env,
        signal,
        onOutput: (data) => this.#log.write(data),
        writable: this.#place.isIsolated ? [path.join(this.#place.folder, 'builds'), this.#temporary] : undefined,
      }),
    );
  }

  #cacheFile(key: string): string {
    const name = createHash('sha256').update(`${this.#job.job_info.project_id}\0${key}`).digest('hex');
    return path.join(this.#place.folder, 'cache', `${name}.zip`);
  }

  async #restore(cache: JobCache): Promise<void> {
    const policy = expand(cache.policy, this.#values);
    if (policy === 'push') return;
    for (const key of [cache.key, ...cache.fallback_keys].map((each) => expand(each, this.#values))) {
      const file = this.#cacheFile(key);
      if (!(await stat(file).catch(() => undefined))) continue;
      // A cache helps, but nothing depends on it.
      const count = await extractZip(file, this.#folder).catch((error: unknown) => String(error));
      this.#log.say(typeof count === 'number' ? `Restored ${count} files of cache ${key}` : `Cache ${key}: ${count}`);
      return;
    }
    this.#log.say(`There is no cache ${expand(cache.key, this.#values)} yet`);
  }

  async #save(cache: JobCache, state: Outcome['state']): Promise<void> {
    const policy = expand(cache.policy, this.#values);
    if (policy === 'pull' || !isWanted(cache.when, state)) return;
    const key = expand(cache.key, this.#values);
    const files = await findFiles(this.#folder, this.#patterns(cache.paths));
    if (files.length === 0) return;
    const packed = path.join(this.#temporary, 'cache.zip');
    await createZip(this.#folder, files, packed);
    const target = this.#cacheFile(key);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(packed, `${target}.${this.#job.id}`);
    await rename(`${target}.${this.#job.id}`, target);
    this.#log.say(`Saved ${files.length} files as cache ${key}`);
  }

  async #getDependencies(): Promise<void> {
    for (const { id, name, token } of this.#job.dependencies) {
      const file = path.join(this.#temporary, `${id}.zip`);
      const stream = await this.#api.download(id, token);
      await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file));
      const count = await extractZip(file, this.#folder);
      this.#log.say(`Downloaded ${count} files of job ${name}`);
      await rm(file);
    }
  }

  async #upload(artifact: JobArtifact, state: Outcome['state']): Promise<void> {
    if (!isWanted(artifact.when, state)) return;
    const excluded = (artifact.exclude ?? []).map((pattern) => expand(pattern, this.#values));
    const files = await findFiles(this.#folder, this.#patterns(artifact.paths), excluded);
    if (files.length === 0) {
      this.#log.say(`No files found for ${artifact.artifact_type}: ${artifact.paths.join(', ')}`, '33;1');
      return;
    }
    const name = expand(artifact.name ?? 'artifacts', this.#values).replaceAll('/', '_') || 'artifacts';
    const isZip = artifact.artifact_format === 'zip';
    let file = path.join(this.#temporary, 'upload');
    if (isZip) await createZip(this.#folder, files, file);
    else if (artifact.artifact_format === 'gzip') await createGzipOf(this.#folder, files, file);
    else file = path.join(this.#folder, files[0] ?? '');
    await this.#api.upload(this.#job, artifact, file, isZip ? `${name}.zip` : name);
    this.#log.say(`Uploaded ${files.length} files as ${artifact.artifact_type}`);
  }

  #patterns(paths: readonly string[]): string[] {
    return paths.map((pattern) => expand(pattern, this.#values));
  }
}

function isWanted(when: string, state: Outcome['state']): boolean {
  return when === 'always' || (when === 'on_failure') === (state === 'failed');
}
