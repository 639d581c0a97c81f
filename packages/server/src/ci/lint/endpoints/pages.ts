import type { CiLintPageData } from '@tributary/contract/ci/lint.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { configOnDefaultBranch } from '../lint-config.ts';

/** A place to check a configuration before it is pushed; both addresses are known to users. */
export const lintPages: Page[] = (['ci/lint', 'ci/editor'] as const).map((path) =>
  definePage<ProjectAccess, CiLintPageData>({
    kind: 'ci_lint',
    on: 'project',
    path,
    ability: 'lint_ci_config',
    nav: 'pipelines',
    load: async ({ ctx, subject }) => {
      const { project } = subject;
      authorize(ctx.actor, 'lint_ci_config', featureOf(subject, 'repository'));
      return {
        title: 'Check CI configuration',
        breadcrumbs: [
          { text: 'Pipelines', href: `/${project.full_path}/-/pipelines` },
          { text: 'Check configuration', href: `/${project.full_path}/-/ci/lint` },
        ],
        data: {
          projectId: project.id,
          projectPath: project.full_path,
          content: await configOnDefaultBranch(ctx, subject),
          ref: project.default_branch,
        },
      };
    },
  }),
);
