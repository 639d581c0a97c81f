import { KEYWORDS, PREDEFINED_VARIABLES, STARTER_FILES } from '@tributary/ci-config';
import type { CiEditorPageData } from '@tributary/contract/ci/config-editor.ts';
import type { CiLintPageData } from '@tributary/contract/ci/lint.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { editedBranchFile } from '../../../repositories/index.ts';
import { newestPagePipeline } from '../../reads/page-pipelines.ts';
import { toPagePipeline } from '../../render/to-page-pipeline.ts';
import { configPathOf } from '../../variables/predefined-variables.ts';
import { configOnDefaultBranch } from '../lint-config.ts';

/** Checks a text that is not saved. */
const lint = definePage<ProjectAccess, CiLintPageData>({
  kind: 'ci_lint',
  on: 'project',
  path: 'ci/lint',
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
});

/** Edits the configuration of a branch. */
const editor = definePage<ProjectAccess, CiEditorPageData>({
  kind: 'ci_editor',
  on: 'project',
  path: 'ci/editor',
  ability: 'lint_ci_config',
  nav: 'ci_editor',
  load: async ({ ctx, subject, query }) => {
    const { project } = subject;
    authorize(ctx.actor, 'lint_ci_config', featureOf(subject, 'repository'));
    const path = configPathOf(project).replace(/^\/+/, '');
    const { form, sha, content, notice, lastCommitId } = await editedBranchFile(ctx, subject, {
      branch: query.get('branch_name') || null,
      path,
    });
    const pipeline = sha === null ? undefined : await newestPagePipeline(ctx, subject, { sha, ref: form.branch });
    return {
      title: 'Pipeline editor',
      breadcrumbs: [
        { text: 'Pipelines', href: `/${project.full_path}/-/pipelines` },
        { text: 'Editor', href: `/${project.full_path}/-/ci/editor` },
      ],
      data: {
        projectId: project.id,
        projectPath: project.full_path,
        path,
        branch: form.branch,
        isEmptyRepository: sha === null,
        content,
        notice,
        lastCommitId,
        form,
        pipeline: pipeline ? toPagePipeline(pipeline) : null,
        keywords: KEYWORDS,
        variables: PREDEFINED_VARIABLES.map(({ name, description }) => ({ name, description })),
        starters: content === null && notice === null ? STARTER_FILES : [],
      },
    };
  },
});

export const lintPages: Page[] = [lint, editor];
