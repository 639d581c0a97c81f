import type { Inputs, PlannedJob, PlannedNeed, Variable } from '@tributary/ci-config';

/** What `ci_jobs.options` holds of a job that was planned from a configuration. A retry copies it. */
export type JobOptions = Pick<
  PlannedJob,
  | 'baseName'
  | 'script'
  | 'beforeScript'
  | 'afterScript'
  | 'preGetSourcesScript'
  | 'image'
  | 'services'
  | 'artifacts'
  | 'cache'
  | 'retry'
  | 'dependencies'
  | 'idTokens'
  | 'trigger'
  | 'release'
  | 'pages'
  | 'environment'
  | 'parallel'
  | 'matrix'
  | 'startInSeconds'
  | 'manualConfirmation'
  | 'timeoutSeconds'
> & {
  /** Of the configuration, not expanded. */
  variables: readonly Variable[];
  /** Exit codes that are allowed; null: any failure, if the job may fail at all. */
  allowedExitCodes: readonly number[] | null;
  /** Needs of other pipelines and projects; those of the own pipeline are rows. */
  otherNeeds: readonly PlannedNeed[];
  /** Declared inputs, and the values that were chosen when the job was started by hand. */
  inputs?: PlannedJob['inputs'];
  inputValues?: Inputs;
  /** Ids of the jobs whose archives it was given when it started. */
  givenDependencies?: readonly number[];
};

export function optionsOf(job: PlannedJob): JobOptions {
  const { baseName, script, beforeScript, afterScript, preGetSourcesScript, image, services, artifacts } = job;
  const { cache, retry, dependencies, idTokens, trigger, release, pages, environment, parallel, matrix } = job;
  return {
    baseName,
    script,
    beforeScript,
    afterScript,
    preGetSourcesScript,
    image,
    services,
    artifacts,

    cache,
    retry,
    dependencies,
    idTokens,
    trigger,
    release,
    pages,
    environment,
    parallel,
    matrix,

    startInSeconds: job.startInSeconds,
    manualConfirmation: job.manualConfirmation,
    timeoutSeconds: job.timeoutSeconds,
    variables: job.variables,
    allowedExitCodes: typeof job.allowFailure === 'object' ? job.allowFailure.exitCodes : null,
    ...(job.inputs.length > 0 && { inputs: job.inputs }),
    otherNeeds: (job.needs ?? []).filter((need) => need.kind !== 'job'),
  };
}

/** The options of a build, which were written by `optionsOf`. */
export const jobOptions = ({ options }: { options: Record<string, unknown> }): JobOptions => options as JobOptions;

/** The timeout of the configuration: the column has what held on the runner that took the job. */
export function configuredTimeout(job: {
  options: Record<string, unknown>;
  timeout_seconds: number | null;
}): number | null {
  const { timeoutSeconds } = job.options;
  return timeoutSeconds === null || typeof timeoutSeconds === 'number' ? timeoutSeconds : job.timeout_seconds;
}
