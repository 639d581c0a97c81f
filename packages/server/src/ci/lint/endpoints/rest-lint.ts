import { lintContentInput, lintFileInput, type RestLintResult, restLintResult } from '@tributary/contract/ci/lint.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../../projects/index.ts';
import { lintConfig, type LintedJob, type LintMessage, type LintRequest, type LintResult } from '../lint-config.ts';

const tag = 'CI lint';

const messagesOf = (found: readonly LintMessage[]): string[] => found.map(({ message }) => message);

export function toRestJob({ environment, allowFailure, needs, tags, ...job }: LintedJob) {
  return {
    name: job.name,
    stage: job.stage,
    before_script: [...job.beforeScript],
    script: [...job.script],
    after_script: [...job.afterScript],
    tag_list: [...tags],
    environment: environment?.name ?? null,
    when: job.when,
    allow_failure: allowFailure === true,
    needs: needs && needs.flatMap((need) => (need.kind === 'job' ? [{ name: need.name }] : [])),
  };
}

function toRest(ctx: Context, { project }: ProjectAccess, result: LintResult, withJobs: boolean): RestLintResult {
  const at = (path: string | null, kind: 'blob' | 'raw', sha: string, location: string) =>
    path === null
      ? null
      : `${ctx.config.url}/${encodePath(path)}/-/${kind}/${sha}/${encodePath(location.replace(/^\/+/, ''))}`;
  return {
    valid: result.errors.length === 0,
    errors: messagesOf(result.errors),
    warnings: messagesOf(result.warnings),
    merged_yaml: result.mergedYaml,
    includes: result.includes.map(({ type, location, project: path, ref, sha, path: file = location }) => {
      const isFile = type === 'local' || type === 'file' || type === 'component';
      const owner = isFile ? (path ?? project.full_path) : null;
      return {
        type,
        location,
        blob: at(owner, 'blob', sha ?? result.sha, file),
        raw: type === 'remote' ? location : at(owner, 'raw', sha ?? result.sha, file),
        extra: { ...(path !== null && { project: path }), ...(ref !== null && { ref }) },
        context_project: project.full_path,
        context_sha: result.sha,
      };
    }),
    ...(withJobs && { jobs: result.jobs.map(toRestJob) }),
  };
}

async function answer(ctx: Context, request: LintRequest, withJobs: boolean): Promise<RestLintResult> {
  return toRest(ctx, request.access, await lintConfig(ctx, request), withJobs);
}

const LINTS_PER_MINUTE = 60;

export const lintRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/ci/lint',
    ability: 'read_code',
    summary: 'Check the CI configuration of a project',
    tag,
    input: lintFileInput,
    subject: inRepository,
    response: restLintResult,
    rateLimitPerMinute: LINTS_PER_MINUTE,
    handle: ({ ctx, subject: access, input }) => {
      const { content_ref: contentRef = input.sha, dry_run_ref: ref = input.ref, dry_run: isDryRun } = input;
      return answer(ctx, { access, contentRef, ref, isDryRun }, input.include_jobs);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/ci/lint',
    ability: 'lint_ci_config',
    summary: 'Check a CI configuration in the context of a project',
    tag,
    input: lintContentInput,
    subject: inRepository,
    response: restLintResult,
    status: 200,
    bodyLimitBytes: 4 * 1024 * 1024,
    rateLimitPerMinute: LINTS_PER_MINUTE,
    handle: ({ ctx, subject: access, input: { content, ref, dry_run: isDryRun, include_jobs: withJobs } }) =>
      answer(ctx, { access, content, ref, isDryRun }, withJobs),
  }),
];
