import { checkConfigInput, type CheckedConfig, type ConfigGraph } from '@tributary/contract/ci/config-editor.ts';
import type { ResolvedConfig } from '@tributary/ci-config';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inRepository } from '../../../projects/index.ts';
import { configPathOf } from '../../variables/predefined-variables.ts';
import { lintConfig, type LintMessage } from '../lint-config.ts';
import { toRestJob } from './rest-lint.ts';

/** While someone types, the text is checked at each pause. */
const CHECKS_PER_MINUTE = 120;

function graphOf({ stages, jobs }: ResolvedConfig): ConfigGraph {
  const used = new Set(jobs.map(({ stage }) => stage));
  return {
    stages: stages.filter((stage) => used.has(stage)),
    jobs: jobs.map(({ name, stage, needs, when }) => ({
      name,
      stage,
      needs: needs && needs.flatMap((need) => (need.kind === 'job' ? [need.job] : [])),
      when,
    })),
  };
}

const check = defineRoute({
  method: 'POST',
  path: '/ci/editor/check',
  ability: 'lint_ci_config',
  summary: 'Check a CI configuration while it is edited',
  tag: 'CI lint',
  input: checkConfigInput,
  subject: inRepository,
  response: z.looseObject({}),
  status: 200,
  bodyLimitBytes: 4 * 1024 * 1024,
  rateLimitPerMinute: CHECKS_PER_MINUTE,
  handle: async ({ ctx, subject: access, input: { content, branch, dry_run: isDryRun } }): Promise<CheckedConfig> => {
    const own = configPathOf(access.project);
    const result = await lintConfig(ctx, { access, content, contentRef: branch, ref: branch, isDryRun });
    const toProblem = ({ message, file, line, column }: LintMessage) => ({
      message,
      file: file === own ? null : file,
      line,
      column,
    });
    const isValid = result.errors.length === 0 || isDryRun;
    return {
      errors: result.errors.map(toProblem),
      warnings: result.warnings.map(toProblem),
      mergedYaml: result.mergedYaml,
      graph: isValid && result.config ? graphOf(result.config) : null,
      jobs: isDryRun ? result.jobs.map(toRestJob) : [],
    };
  },
});

export const lintPageRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', check)];
