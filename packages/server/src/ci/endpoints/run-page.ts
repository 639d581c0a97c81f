import type { RunPipelinePageData } from '@tributary/contract/ci/run-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { mayPassVariables, runRefusal } from '../operations/run-refusal.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { readRunForm } from '../reads/run-form.ts';

const MAX_REF = 1_024;

export const runPage = definePage<ProjectAccess, RunPipelinePageData>({
  kind: 'pipeline_new',
  on: 'project',
  path: 'pipelines/new',
  ability: 'update_pipeline',
  nav: 'pipelines',
  load: async ({ ctx, subject, query }) => {
    const { project } = subject;
    authorize(ctx.actor, 'update_pipeline', featureOf(subject, 'repository'));
    const ref = query.get('ref')?.slice(0, MAX_REF) || (project.default_branch ?? '');
    const at = ref === '' ? undefined : await resolveRef(ctx, subject, ref);
    const refused = at && (await runRefusal(ctx, subject, at));
    const path = `/${project.full_path}/-/pipelines`;
    return {
      title: 'Run pipeline',
      key: `${path}/new?${ref}`,
      breadcrumbs: [
        { text: 'Pipelines', href: path },
        { text: 'Run pipeline', href: `${path}/new` },
      ],
      data: {
        projectId: project.id,
        projectPath: project.full_path,
        refsPath: repositoryPaths.refs(project.full_path),
        ref,
        form: at && !refused ? await readRunForm(ctx, subject, at) : null,
        canSetVariables: mayPassVariables(ctx, subject),
        refusal: !at
          ? 'There is no branch or tag of this name.'
          : refused
            ? new AppError(refused.code, refused.params).message
            : null,
      },
    };
  },
});
