import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type JobEnd, JobLost, type RunnerApi } from './api.ts';
import type { CacheStore } from './cache-store.ts';
import { DockerExecutor } from './docker-executor.ts';
import type { PullPolicy } from './docker-names.ts';
import { type Executor, ExecutorFailure, type JobValues, scriptOf } from './executor.ts';
import { getSources, GIT_OPTIONS, SourcesMissing } from './git-sources.ts';
import { expand, expandVariables, jobValues } from './job-environment.ts';
import { JobFiles } from './job-files.ts';
import { JobLog } from './job-log.ts';
import type { Job, JobStep } from './payload.ts';
import { ShellExecutor } from './shell-executor.ts';

export type Workplace = {
  /** Of the runner; jobs do not see what is in it. */
  root: string;
  /** Of one job at a time. */
  slot: string;
  shell: 'bash' | 'sh';
  isIsolated: boolean;
  hidden: readonly string[];
  caches: CacheStore;
  executor: 'shell' | 'docker';
  /** For jobs without an image. */
  image: string | undefined;
  pullPolicy: PullPolicy;
  allowedPullPolicies: readonly PullPolicy[];
};
type Reason = 'job_execution_timeout' | 'runner_interrupted' | 'canceled';
type Outcome = Pick<JobEnd, 'state' | 'failureReason' | 'exitCode'>;

class JobAborted extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const TEXTS: Record<Reason, string> = {
  job_execution_timeout: 'The job took longer than it may.',
  runner_interrupted: 'The runner is stopped.',
  canceled: 'The job was canceled.',
};

/** Does one job from its sources to its result, and reports it. `stop` ends the job as well. */
export async function runJob(api: RunnerApi, job: Job, workplace: Workplace, stop: AbortSignal): Promise<void> {
  await new JobRun(api, job, workplace, stop).run();
}

class JobRun {
  readonly #api: RunnerApi;
  readonly #job: Job;
  readonly #workplace: Workplace;
  readonly #abort = new AbortController();
  readonly #log: JobLog;
  readonly #values: Map<string, string>;
  readonly #scriptValues: JobValues;
  readonly #executor: Executor;
  readonly #files: JobFiles;
  readonly #temporary: string;
  #lost: unknown;

  constructor(api: RunnerApi, job: Job, workplace: Workplace, stop: AbortSignal) {
    this.#api = api;
    this.#job = job;
    this.#workplace = workplace;
    this.#temporary = path.join(workplace.slot, 'archives', String(job.id));
    const isDocker = workplace.executor === 'docker';
    const projectDir = isDocker
      ? `/builds/${job.job_info.project_full_path}`
      : path.join(workplace.slot, 'builds', String(job.job_info.project_id));
    const own = { file: false, masked: false, raw: true };
    this.#values = expandVariables([
      ...job.variables,
      { key: 'CI_PROJECT_DIR', value: projectDir, ...own },
      { key: 'CI_BUILDS_DIR', value: isDocker ? '/builds' : path.join(workplace.slot, 'builds'), ...own },
      { key: 'CI_CONCURRENT_ID', value: '0', ...own },
      { key: 'CI_DISPOSABLE_ENVIRONMENT', value: String(isDocker), ...own },
    ]);
    this.#scriptValues = jobValues(job.variables, this.#values);
    const masked = job.variables.filter((variable) => variable.masked).map(({ key }) => this.#values.get(key) ?? '');
    this.#log = new JobLog(api, job, [job.token, ...masked], (lost) => {
      this.#lost = lost;
      this.#abort.abort(new JobAborted('canceled'));
    });
    this.#executor = this.#createExecutor();
    this.#files = new JobFiles({
      api,
      job,
      values: this.#values,
      caches: workplace.caches,
      temporary: this.#temporary,
      say: (text, color) => this.#log.say(text, color),
      listUntracked: (folder) => this.#listUntracked(folder),
    });
    const onStop = () => this.#abort.abort(new JobAborted('runner_interrupted'));
    if (stop.aborted) onStop();
    else stop.addEventListener('abort', onStop, { once: true });
  }

  #createExecutor(): Executor {
    const { job_info: info, id: jobId, image, services } = this.#job;
    const { slot, root, shell, isIsolated, hidden, executor, image: usual } = this.#workplace;
    const { pullPolicy, allowedPullPolicies } = this.#workplace;
    const shared = {
      slot,
      projectId: info.project_id,
      jobId,
      signal: this.#abort.signal,
      onOutput: (data: Buffer) => this.#log.write(data),
    };
    if (executor === 'shell') return new ShellExecutor({ ...shared, root, shell, isIsolated, hidden });
    return new DockerExecutor({
      ...shared,
      projectPath: info.project_full_path,
      image: image ?? (usual === undefined ? undefined : { name: usual }),
      services: services ?? [],
      pullPolicy,
      allowedPullPolicies,
      values: this.#values,
      expand: (text) => expand(text, this.#values),
      say: (text, color) => this.#log.say(text, color),
    });
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
      await this.#executor.close().catch((error: unknown) => this.#log.say(String(error), '33;1'));
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
    const text = reason ? TEXTS[reason] : error instanceof Error ? error.message : String(error);
    this.#log.say(`ERROR: Job failed: ${text}`, '31;1');
    if (reason === 'canceled') return { state: 'failed', failureReason: 'script_failure' };
    const known = error instanceof ExecutorFailure ? error.reason : reason;
    return { state: 'failed', failureReason: known ?? 'runner_system_failure' };
  }

  async #work(): Promise<Outcome> {
    const { job_info: info } = this.#job;
    const { folder, name, warning } = this.#executor;
    const section = <T>(id: string, title: string, work: () => Promise<T>) => this.#log.section(id, title, work);
    this.#log.say(`Running ${info.name} of ${info.project_full_path} with tributary-runner (${name})`);
    if (warning !== undefined) this.#log.say(warning, '33;1');
    await section('prepare_executor', `Preparing the ${name} executor`, () => this.#executor.prepare());
    await section('get_sources', 'Getting sources from the repository', () => this.#getSources());
    if (this.#job.cache.length > 0)
      await section('restore_cache', 'Restoring caches', () => this.#files.restoreCaches(folder));
    if (this.#job.dependencies.length > 0)
      await section('download_artifacts', 'Downloading artifacts', () => this.#files.downloadDependencies(folder));
    await this.#executor.takeFiles();
    const outcome = await this.#scripts();
    await this.#keepResults(outcome);
    if (outcome.state === 'failed') this.#log.say(`ERROR: Job failed: exit code ${outcome.exitCode}`, '31;1');
    return outcome;
  }

  async #keepResults({ state }: Outcome): Promise<void> {
    const [caches, artifacts] = [this.#files.cachesToSave(state), this.#files.artifactsToUpload(state)];
    if (caches.length + artifacts.length === 0) return;
    const results = await this.#executor.results();
    if (caches.length > 0)
      await this.#log.section('archive_cache', 'Saving caches', () => this.#files.saveCaches(results, state));
    if (artifacts.length === 0) return;
    const name = state === 'success' ? 'upload_artifacts_on_success' : 'upload_artifacts_on_failure';
    await this.#log.section(name, 'Uploading artifacts', () => this.#files.uploadArtifacts(results, state));
  }

  async #getSources(): Promise<void> {
    const { folder, isShared, name } = this.#executor;
    const hook = (this.#job.hooks ?? []).find((each) => each.name === 'pre_get_sources_script');
    if (hook && hook.script.length > 0) {
      if (name === 'docker') this.#log.say('pre_get_sources_script is not run by the docker executor.', '33;1');
      else if ((await this.#script({ name: 'pre_get_sources', script: hook.script, timeout: 3_600 }, {})) !== 0)
        throw new ExecutorFailure('script_failure', 'pre_get_sources_script failed.');
    }
    // Variables of the job may change what git does: only where the scripts could do the same.
    const variables = name === 'shell' ? this.#scriptValues.plain : {};
    try {
      await getSources(this.#job, this.#values, {
        folder,
        isShared,
        run: (program, args, more) => this.#executor.runTool(program, args, { ...variables, ...more }),
      });
    } catch (error) {
      if (error instanceof SourcesMissing) this.#log.say(error.message, '31;1');
      throw error;
    }
  }

  async #listUntracked(results: string): Promise<string[]> {
    const parts: Buffer[] = [];
    const git = path.join(this.#executor.folder, '.git');
    const place = [`--git-dir=${git}`, `--work-tree=${results}`, '-C', results];
    const args = [...GIT_OPTIONS, ...place, 'ls-files', '--others', '-z'];
    const code = await this.#executor.runTool('git', args, {}, (data) => parts.push(data));
    return code === 0 ? Buffer.concat(parts).toString().split('\0').filter(Boolean) : [];
  }

  async #scripts(): Promise<Outcome> {
    let outcome: Outcome = { state: 'success' };
    let aborted: Error | undefined;
    for (const step of this.#job.steps) {
      if (step.name === 'after_script' || step.when === 'always') continue;
      try {
        const code = await this.#log.section('step_script', 'Executing the scripts of the job', () =>
          this.#script(step, {}),
        );
        if (code !== 0) outcome = { state: 'failed', failureReason: 'script_failure', exitCode: code };
      } catch (error) {
        aborted = error instanceof Error ? error : new Error(String(error));
      }
      if (outcome.state === 'failed' || aborted !== undefined) break;
    }
    const after = this.#job.steps.find(({ name, when }) => name === 'after_script' || when === 'always');
    if (after && aborted === undefined) {
      const status = { CI_JOB_STATUS: outcome.state };
      await this.#log.section('after_script', 'Running after_script', () => this.#script(after, status));
    }
    if (aborted !== undefined) throw aborted;
    return outcome;
  }

  async #script(
    { name, script, timeout }: Pick<JobStep, 'name' | 'script' | 'timeout'>,
    more: Record<string, string>,
  ): Promise<number> {
    const { plain, files } = this.#scriptValues;
    const limit = AbortSignal.timeout(timeout * 1_000);
    try {
      return await this.#executor.runScript({
        name,
        text: scriptOf(script, this.#executor.name === 'docker' ? 'unknown' : this.#workplace.shell),
        values: { plain: { ...plain, ...more }, files },
        signal: AbortSignal.any([this.#abort.signal, limit]),
      });
    } catch (error) {
      if (this.#abort.signal.aborted || !limit.aborted) throw error;
      if (name !== 'after_script') throw new JobAborted('job_execution_timeout');
      this.#log.say('The after_script took too long and was ended.', '33;1');
      return 1;
    }
  }
}
