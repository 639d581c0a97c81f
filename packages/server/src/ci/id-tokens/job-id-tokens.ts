import { expandVariables } from '@tributary/ci-config';
import { randomUUID } from 'node:crypto';
import { findActingUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { grantedEnvironment } from '../processing/job-gates.ts';
import type { JobSubject, JobVariable } from '../runners/reads/job-variables.ts';
import { configPathOf } from '../variables/predefined-variables.ts';
import { signToken } from './sign-token.ts';

const ROLES: Readonly<Record<number, string>> = {
  10: 'guest',
  15: 'planner',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
};
/** A token is not refused because a clock is a little behind. */
const LEEWAY_SECONDS = 5;

/** Tokens of `id_tokens` with which a job proves to other services what it is; each is a masked variable. */
export async function jobIdTokens(
  ctx: Context,
  subject: JobSubject,
  variables: readonly JobVariable[],
): Promise<JobVariable[]> {
  const wanted = Object.entries(subject.options.idTokens ?? {});
  if (wanted.length === 0) return [];
  const values = new Map(variables.map(({ key, value }) => [key, value]));
  const claims = await claimsOf(ctx, subject);
  const tokens: JobVariable[] = [];
  for (const [key, { aud }] of wanted) {
    const receivers = aud.map((text) => expandVariables(text, (name) => values.get(name), {}));
    const value = await signToken(ctx, {
      ...claims,
      jti: randomUUID(),
      aud: receivers.length === 1 ? receivers[0] : receivers,
    });
    tokens.push({ key, value, public: false, file: false, masked: true, raw: true });
  }
  return tokens;
}

/** The claims as they are documented for ID tokens. Ids are texts. */
async function claimsOf(ctx: Context, subject: JobSubject): Promise<Record<string, unknown>> {
  const { job, options, pipeline, access, runner } = subject;
  const { project } = access;
  const { url } = ctx.config;
  const user = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
  const now = Math.floor(ctx.clock.now().getTime() / 1_000);
  const refType = pipeline.is_tag ? 'tag' : 'branch';
  const refPath = pipeline.ref.startsWith('refs/')
    ? pipeline.ref
    : `refs/${pipeline.is_tag ? 'tags' : 'heads'}/${pipeline.ref}`;
  const environment = (await grantedEnvironment(ctx, job)) === null ? null : options.environment;
  return {
    iss: url,
    sub: `project_path:${project.full_path}:ref_type:${refType}:ref:${pipeline.ref}`,
    iat: now,
    nbf: now - LEEWAY_SECONDS,
    exp: now + (job.timeout_seconds ?? 3_600),
    namespace_id: String(project.namespace_id),
    namespace_path: project.full_path.split('/').slice(0, -1).join('/'),
    project_id: String(project.id),
    project_path: project.full_path,
    project_visibility: project.visibility,
    user_id: String(job.user_id ?? ''),
    user_login: user?.username ?? '',
    user_access_level: ROLES[access.level] ?? null,
    pipeline_id: String(pipeline.id),
    pipeline_source: pipeline.source,
    job_id: String(job.id),
    job_project_id: String(project.id),
    job_project_path: project.full_path,
    ref: pipeline.ref,
    ref_type: refType,
    ref_path: refPath,
    ref_protected: String(job.is_protected),
    sha: pipeline.sha,
    runner_id: runner.id,
    runner_environment: 'self-hosted',
    ci_config_ref_uri: `${new URL(url).host}/${project.full_path}//${configPathOf(project)}@${refPath}`,
    ci_config_sha: pipeline.sha,
    ...(environment && {
      environment: environment.name,
      environment_action: environment.action,
      ...(environment.deploymentTier && { deployment_tier: environment.deploymentTier }),
    }),
  };
}
