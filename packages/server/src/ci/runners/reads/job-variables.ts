import { createHash } from 'node:crypto';
import { matchesAnyGlob } from '@tributary/ci-config';
import { findCommit, listCommitShas, readTreeRecursive } from '@tributary/git';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { grantedEnvironment } from '../../processing/job-gates.ts';
import { jobPath, pipelinePath } from '../../rules/job-paths.ts';
import type { JobOptions } from '../../rules/job-options.ts';
import type { JobRow } from '../../store/job-store.ts';
import type { PipelineRow } from '../../store/pipeline-store.ts';
import { jobVariables as playedVariables } from '../../variables/job-variables.ts';
import { type CiVariable, pipelineVariables, settingVariables } from '../../variables/pipeline-variables.ts';
import { predefinedVariables, slug } from '../../variables/predefined-variables.ts';
import { environmentVariables, variablesNow } from '../../variables/registered-variables.ts';
import type { RunnerRow } from '../store/runner-store.ts';

/** A variable as the runner protocol has it. */
export type JobVariable = {
  key: string;
  value: string;
  /** It may stand in a log. */
  public: boolean;
  file: boolean;
  masked: boolean;
  raw: boolean;
};

export type JobSubject = {
  job: JobRow;
  options: JobOptions;
  stage: string;
  pipeline: PipelineRow;
  access: ProjectAccess;
  repo: string;
  runner: RunnerRow;
  token: string;
};

const plain = (key: string, value: string): JobVariable => ({
  key,
  value,
  public: true,
  file: false,
  masked: false,
  raw: true,
});
const secret = (key: string, value: string): JobVariable => ({ ...plain(key, value), public: false, masked: true });
const texts = z.record(z.string(), z.string());

/** The address that git clones from with the token of the job. */
export function repositoryUrl(origin: string, fullPath: string, token: string): string {
  const url = new URL(`${origin}/${fullPath}.git`);
  url.username = 'gitlab-ci-token';
  url.password = token;
  return url.href;
}

function ofJob(ctx: Context, { job, options, stage, pipeline, access, runner, token }: JobSubject): JobVariable[] {
  const { url: origin } = ctx.config;
  const path = access.project.full_path;
  const values: Record<string, string> = {
    CI_PIPELINE_ID: String(pipeline.id),
    CI_PIPELINE_IID: String(pipeline.iid),
    CI_PIPELINE_URL: `${origin}${pipelinePath(path, pipeline.id)}`,
    CI_PIPELINE_CREATED_AT: pipeline.created_at.toISOString(),
    CI_PIPELINE_NAME: pipeline.name ?? '',
    CI_JOB_ID: String(job.id),
    CI_JOB_NAME: job.name,
    CI_JOB_NAME_SLUG: slug(job.name),
    CI_JOB_GROUP_NAME: options.baseName,
    CI_JOB_STAGE: stage,
    CI_JOB_URL: `${origin}${jobPath(path, job.id)}`,
    CI_JOB_STARTED_AT: (job.started_at ?? ctx.clock.now()).toISOString(),
    CI_JOB_TIMEOUT: String(job.timeout_seconds ?? ''),
    CI_NODE_TOTAL: String(options.parallel?.total ?? 1),
    CI_RUNNER_ID: String(runner.id),
    CI_RUNNER_DESCRIPTION: runner.description,
    CI_RUNNER_TAGS: JSON.stringify(runner.tags),
    ...(options.parallel && { CI_NODE_INDEX: String(options.parallel.index) }),
    ...(job.run_when === 'manual' && { CI_JOB_MANUAL: 'true' }),
    ...environmentValues(options),
  };
  return [
    ...Object.entries(values).map(([key, value]) => plain(key, value)),
    ...(options.image ? [{ ...plain('CI_JOB_IMAGE', options.image.name), raw: false }] : []),
    secret('CI_JOB_TOKEN', token),
    secret('CI_REPOSITORY_URL', repositoryUrl(origin, path, token)),
  ];
}

function environmentValues({ environment }: JobOptions): Record<string, string> {
  if (!environment) return {};
  return {
    CI_ENVIRONMENT_NAME: environment.name,
    CI_ENVIRONMENT_ACTION: environment.action,
    ...(environment.deploymentTier && { CI_ENVIRONMENT_TIER: environment.deploymentTier }),
    ...(environment.url !== null && { CI_ENVIRONMENT_URL: environment.url }),
  };
}

/** Variables that users have chosen: of the settings, of the pipeline, and those with which the job was played. */
export async function chosenVariables(
  ctx: Context,
  job: JobRow,
  environment: string | null = job.environment,
): Promise<CiVariable[]> {
  const of = { projectId: job.project_id, isProtected: job.is_protected, environment };
  const [settings, given] = await Promise.all([settingVariables(ctx, of), pipelineVariables(ctx, job.pipeline_id)]);
  return [...settings, ...given, ...playedVariables(ctx, job.options)];
}

/** All variables of a job: predefined ones first, those with which the pipeline was started last, which count most. */
export async function jobVariables(ctx: Context, subject: JobSubject): Promise<JobVariable[]> {
  const { job, options, pipeline, access, repo } = subject;
  const [commit, now, ofEnvironment, chosen] = await Promise.all([
    findCommit(repo, pipeline.sha),
    variablesNow(ctx, access),
    environmentVariables(ctx, access.project.id, options.environment?.name ?? null),
    grantedEnvironment(ctx, job).then((environment) => chosenVariables(ctx, job, environment)),
  ]);
  if (!commit) throw new Error(`the commit ${pipeline.sha} of pipeline ${pipeline.id} is gone`);
  const predefined = {
    ...predefinedVariables(ctx, access, {
      source: pipeline.source,
      ref: pipeline.ref,
      isTag: pipeline.is_tag,
      sha: pipeline.sha,
      beforeSha: pipeline.before_sha,
      isRefProtected: job.is_protected,
      commit,
    }),
    ...texts.catch({}).parse(pipeline.options['predefined'] ?? {}),
    ...now,
  };
  return [
    ...Object.entries(predefined).map(([key, value]) => plain(key, value)),
    ...ofJob(ctx, subject),
    ...Object.entries(ofEnvironment).map(([key, value]) => plain(key, value)),
    ...options.variables.map(({ key, value, raw }) => ({ ...plain(key, value), raw })),
    ...chosen.map(({ key, value, raw, kind, isMasked }) => ({
      key,
      value,
      raw,
      public: false,
      file: kind === 'file',
      masked: isMasked,
    })),
  ];
}

const MAX_FILES = 50_000;
/** Files of a pattern whose newest commits are looked up. */
const MAX_KEY_FILES = 20;

/** The key of a cache that hangs on files: another one when one of them changes, or `byCommit` with each commit to one. */
export async function cacheKeyOf(
  repo: string,
  sha: string,
  { files, byCommit }: { files: readonly string[]; byCommit: boolean },
): Promise<string> {
  const { entries } = await readTreeRecursive(repo, sha, { limit: MAX_FILES });
  const found = entries.filter((entry) => files.includes(entry.path) || matchesAnyGlob([...files], [entry.path]));
  if (found.length === 0) return 'default';
  const hash = createHash('sha1');
  if (byCommit) {
    for (const { path } of found.slice(0, MAX_KEY_FILES)) {
      const [commit = ''] = await listCommitShas(repo, { rev: sha, path, limit: 1 });
      hash.update(`${commit}\n`);
    }
  } else for (const { path, oid } of found) hash.update(`${path}\0${oid}\n`);
  return hash.digest('hex');
}
