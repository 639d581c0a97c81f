import { insertJobInputs } from '@tributary/ci-config';
import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { findCacheIndex } from '../store/cache-index-store.ts';
import { cacheKeyOf, type JobSubject, jobVariables, repositoryUrl } from './job-variables.ts';
import { getSettings } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { artifactOrders } from '../../artifacts/rules/artifact-kinds.ts';
import { jobIdTokens } from '../../id-tokens/job-id-tokens.ts';
import { jobDependencies } from './job-dependencies.ts';
import { jobImage, jobServices, jobSteps } from '../rules/job-steps.ts';
import { jobInputs, jobInputValues } from '../../variables/job-inputs.ts';
import { countInstanceWork, rootNamespaceId } from '../store/queue-store.ts';

/** Why a runner may say that a job failed. */
export const FAILURE_REASONS = [
  'unknown_failure',
  'script_failure',
  'runner_system_failure',
  'runner_unsupported',
  'job_execution_timeout',
  'image_pull_failure',
  'runner_configuration_error',
  'runner_external_dependency_failure',
  'runner_interrupted',
] as const;

function gitInfo(ctx: Context, { job, pipeline, access, token }: JobSubject, depth: number) {
  const { id, sha, ref, is_tag: isTag, source } = pipeline;
  const branch = isTag ? `+refs/tags/${ref}:refs/tags/${ref}` : `+refs/heads/${ref}:refs/remotes/origin/${ref}`;
  return {
    repo_url: repositoryUrl(ctx.config.url, access.project.full_path, token),
    ref,
    sha,
    before_sha: pipeline.before_sha ?? '0'.repeat(40),
    ref_type: isTag ? 'tag' : 'branch',
    // The commit by its id: the branch may have moved on.
    refspecs: [`+${sha}:refs/pipelines/${id}`, ...(source === 'merge_request_event' ? [] : [branch])],
    depth,
    protected: job.is_protected,
    repo_object_format: 'sha1',
  };
}

/** Every key says whether protected jobs write it: no key that another job chooses is ever one of theirs. */
async function caches(ctx: Context, { job, options, pipeline, repo, access }: JobSubject) {
  const { ci_separated_caches: areSeparate } = readCiSettings(access.project.ci_settings);
  const index = options.cache.length === 0 ? 0 : await findCacheIndex(ctx.db, access.project.id);
  return Promise.all(
    options.cache.map(async (cache) => {
      const { key, unprotect, paths, untracked, policy, when, fallbackKeys } = cache;
      const suffix = job.is_protected && !unprotect ? 'protected' : 'non_protected';
      const named = (name: string) =>
        [name, ...(index === 0 ? [] : [index]), ...(areSeparate ? [suffix] : [])].join('-');
      const base =
        typeof key === 'string'
          ? key
          : [key.prefix, await cacheKeyOf(repo, pipeline.sha, key)].filter(Boolean).join('-');
      return {
        key: named(base),
        paths,
        untracked,
        policy,
        when,
        fallback_keys: fallbackKeys.map(named),
      };
    }),
  );
}

/** What a runner gets to know about its job; the names are those of the protocol. */
export async function jobPayload(ctx: Context, given: JobSubject) {
  // Runners before 18.9 do not know inputs: what can be replaced here need not be by them.
  const subject = { ...given, options: insertJobInputs(given.options, jobInputValues(given)) };
  const { job, options, stage, pipeline, access, runner, token } = subject;
  const { project } = access;
  const timeout = job.timeout_seconds ?? 3_600;
  const settings = readCiSettings(project.ci_settings);
  const chosen = await jobVariables(ctx, subject);
  const variables = [...chosen, ...(await jobIdTokens(ctx, subject, chosen))];
  const asked = Number(variables.findLast(({ key }) => key === 'GIT_DEPTH')?.value);
  const depth = Number.isSafeInteger(asked) && asked >= 0 ? asked : settings.ci_default_git_depth;
  const [dependencies, cacheOrders, rootId, instanceWork, { personal_access_token_prefix: tokenPrefix }] =
    await Promise.all([
      jobDependencies(ctx, subject, variables),
      caches(ctx, subject),
      rootNamespaceId(ctx.db, project.namespace_id),
      countInstanceWork(ctx.db, project.id),
      getSettings(ctx),
    ]);
  const queuedMs = (job.started_at?.getTime() ?? 0) - (job.queued_at?.getTime() ?? 0);
  return {
    id: job.id,
    token,
    allow_git_fetch: settings.build_git_strategy === 'fetch',
    job_info: {
      id: job.id,
      name: job.name,
      stage,
      pipeline_id: pipeline.id,
      project_id: project.id,
      project_name: project.path,
      project_full_path: project.full_path,
      namespace_id: project.namespace_id,
      root_namespace_id: rootId,
      organization_id: 1,
      user_id: job.user_id,
      time_in_queue_seconds: Math.max(0, queuedMs / 1_000),
      project_jobs_running_on_instance_runners_count: String(instanceWork),
    },
    git_info: gitInfo(ctx, subject, depth),
    runner_info: { timeout, runner_session_url: null },
    inputs: jobInputs(job).map(({ spec: { name: key, type }, value: content }) => ({
      key,
      value: { type, content, sensitive: false },
    })),
    variables,
    steps: jobSteps(options, timeout),
    hooks:
      options.preGetSourcesScript.length > 0
        ? [{ name: 'pre_get_sources_script', script: options.preGetSourcesScript }]
        : [],
    image: jobImage(options.image),
    services: jobServices(options.services),
    artifacts: artifactOrders(options.artifacts),
    cache: cacheOrders,
    credentials: [],
    dependencies: dependencies.map(({ id, name, file_name: filename, size_bytes: size }) => ({
      id,
      name,
      token,
      artifacts_file: { filename, size },
    })),
    features: {
      trace_sections: true,
      // The runner hides what begins with these; tokens without a prefix are not recognised.
      token_mask_prefixes: [...new Set(['glpat-', tokenPrefix, 'glrt-', 'glcbt-'])].filter((prefix) => prefix !== ''),
      failure_reasons: FAILURE_REASONS,
    },
    runner_id: runner.id,
  };
}

export type JobPayload = Awaited<ReturnType<typeof jobPayload>>;
