import type { Diagnostics, SourceLocation } from '../diagnostics.ts';
import { MAX_JOB_NAME_LENGTH } from '../limits.ts';
import { circularMessage, findCycle } from '../plan/find-cycle.ts';
import { instancesOf } from '../plan/parallel.ts';
import type { JobConfig, NeedConfig, ResolvedConfig } from './model.ts';

/** Checks of jobs against stages and against each other, which hold for every pipeline of the configuration. */
export function crossCheck(config: ResolvedConfig, diagnostics: Diagnostics): void {
  const jobs = new Map(config.jobs.flatMap((job) => instancesOf(job).map((instance) => [instance.name, job] as const)));
  for (const job of config.jobs) jobs.set(job.name, job);
  const checker = new CrossChecker(config, jobs, diagnostics);
  for (const job of config.jobs) checker.check(job);
  if (diagnostics.errors.length === 0) checkCycles(config, jobs, diagnostics);
}

function checkCycles(config: ResolvedConfig, jobs: ReadonlyMap<string, JobConfig>, diagnostics: Diagnostics): void {
  const neededBy = (job: JobConfig) =>
    (job.needs ?? []).flatMap((need) => (need.kind === 'job' ? (jobs.get(need.job)?.name ?? []) : []));
  const cycle = findCycle(new Map(config.jobs.map((job) => [job.name, neededBy(job)])));
  const first = jobs.get(cycle[0] ?? '');
  if (first) diagnostics.error(first.at, `jobs:${first.name}:needs`, circularMessage(cycle), 'needs without a cycle');
}

class CrossChecker {
  readonly #stages: readonly string[];
  readonly #hasWorkflowRules: boolean;
  readonly #jobs: ReadonlyMap<string, JobConfig>;
  readonly #diagnostics: Diagnostics;

  constructor(config: ResolvedConfig, jobs: ReadonlyMap<string, JobConfig>, diagnostics: Diagnostics) {
    this.#stages = config.stages;
    this.#hasWorkflowRules = config.workflow.rules !== null;
    this.#jobs = jobs;
    this.#diagnostics = diagnostics;
  }

  check(job: JobConfig): void {
    if (!this.#stages.includes(job.stage)) {
      const available = this.#stages.join(', ');
      this.#error(
        job,
        'stage',
        `chosen stage ${job.stage} does not exist; available stages are ${available}`,
        available,
      );
      return;
    }
    if (instancesOf(job).some(({ name }) => name.length > MAX_JOB_NAME_LENGTH))
      this.#error(job, 'parallel', `name is too long (maximum is ${MAX_JOB_NAME_LENGTH} characters)`, 'shorter values');
    this.#checkNeeds(job, job.needs);
    for (const rule of job.rules ?? []) this.#checkNeeds(job, rule.needs);
    for (const name of job.dependencies ?? []) this.#checkOther(job, 'dependencies', 'dependency', name, job.at);
    this.#checkDependencies(job);
    if (job.trigger?.kind === 'child') {
      for (const file of job.trigger.include) {
        if (file.kind === 'artifact') this.#checkOther(job, 'trigger', 'dependency', file.job, job.at);
      }
    }
    this.#checkEnvironment(job);
    this.#warnOfDuplicates(job);
  }

  #checkNeeds(job: JobConfig, needs: readonly NeedConfig[] | null): void {
    const names = new Set<string>();
    for (const need of needs ?? []) {
      if (need.kind !== 'job') continue;
      if (names.has(need.job) && need.matrix === null)
        this.#error(job, 'needs', `has the following needs duplicated: ${need.job}.`, 'each job once', need.at);
      names.add(need.job);
      if (need.job === job.name) this.#error(job, 'needs', `the job needs itself`, 'other jobs', need.at);
      // A need that may be left out may also be one that the configuration does not have.
      else if (!need.optional || this.#jobs.has(need.job)) this.#checkOther(job, 'needs', 'need', need.job, need.at);
    }
  }

  #checkOther(job: JobConfig, key: string, kind: 'need' | 'dependency', name: string, at: SourceLocation): void {
    const other = this.#jobs.get(name);
    if (!other) {
      this.#error(job, key, `undefined ${kind}: ${name}`, 'the name of a job of this configuration', at);
    } else if (this.#stages.indexOf(other.stage) > this.#stages.indexOf(job.stage)) {
      this.#error(
        job,
        key,
        `${kind} ${name} is not defined in current or prior stages`,
        'a job of the same or an earlier stage',
        at,
      );
    }
  }

  /** Artifacts can be fetched only from jobs that are waited for. */
  #checkDependencies(job: JobConfig): void {
    if (!job.needs || !job.dependencies) return;
    const needed = new Set(job.needs.flatMap((need) => (need.kind === 'job' ? [need.job] : [])));
    const missing = job.dependencies.filter((name) => !needed.has(name));
    if (missing.length === 0) return;
    const message = `jobs:${job.name} dependencies the ${missing.join(', ')} should be part of needs`;
    this.#diagnostics.error(job.at, `jobs:${job.name}:dependencies`, message, [...needed].join(', '));
  }

  #checkEnvironment(job: JobConfig): void {
    const { environment } = job;
    if (!environment?.onStop) return;
    const stop = this.#jobs.get(environment.onStop);
    const report = (problem: string, expected: string) =>
      this.#error(job, 'environment:on_stop', `on_stop job ${environment.onStop} ${problem}`, expected);
    if (!stop) report('is not defined', 'a job of this configuration');
    else if (!stop.environment) report('does not have environment defined', `environment: ${environment.name}`);
    else if (stop.environment.name !== environment.name)
      report('have different environment name', `environment: ${environment.name}`);
    else if (stop.environment.action !== 'stop') report('needs to have action stop defined', 'action: stop');
  }

  /** Without `workflow:rules`, a branch with a merge request would get two pipelines. */
  #warnOfDuplicates(job: JobConfig): void {
    const last = job.rules?.at(-1);
    if (!last || this.#hasWorkflowRules) return;
    const isCatchAll = last.if === null && !last.changes && !last.exists && last.when !== null && last.when !== 'never';
    if (!isCatchAll) return;
    const message =
      `jobs:${job.name} may allow multiple pipelines to run for a single action due to \`rules:when\` clause ` +
      'with no `workflow:rules`';
    this.#diagnostics.warn(job.at, `jobs:${job.name}:rules`, message);
  }

  #error(job: JobConfig, key: string, message: string, expected: string, at: SourceLocation = job.at): void {
    this.#diagnostics.error(at, `jobs:${job.name}:${key}`, `${job.name} job: ${message}`, expected);
  }
}
