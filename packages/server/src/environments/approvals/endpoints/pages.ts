import type { DeploymentPageData } from '@tributary/contract/environments/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { DEPLOYMENT, getDeploymentByIid } from '../../environment-access.ts';
import { viewDeployments } from '../../reads/deployments.ts';
import { deploymentPath, environmentPath, environmentsPath, toPageDeployment } from '../../render/to-page.ts';
import { approvalOptions } from '../reads/approval-options.ts';
import { toPageApprovals } from '../render/to-page.ts';

const numberOf = (text: string | undefined): number => Number(/^\d{1,15}$/.exec(text ?? '')?.[0] ?? 0);

export const deploymentPages: readonly Page[] = [
  definePage<ProjectAccess, DeploymentPageData>({
    kind: 'deployment_show',
    on: 'project',
    path: 'environments/:environment/deployments/:deployment',
    ability: 'read_environment',
    nav: 'environments',
    load: async ({ ctx, subject, params }) => {
      authorize(ctx.actor, 'read_environment', featureOf(subject, 'repository'));
      const { id: projectId, full_path: fullPath } = subject.project;
      const which = { environmentId: numberOf(params['environment']), iid: numberOf(params['deployment']) };
      const found = await getDeploymentByIid(ctx, projectId, which);
      const [view] = await viewDeployments(ctx, subject, [found.deployment]);
      if (!view) throw new AppError('not_found', { resource: DEPLOYMENT });
      const { environment } = view;
      const path = environmentPath(fullPath, environment.id);
      const title = `Deployment #${view.row.iid}`;
      return {
        title,
        key: deploymentPath(fullPath, environment.id, view.row.iid),
        breadcrumbs: [
          { text: 'Environments', href: environmentsPath(fullPath) },
          { text: environment.name, href: path },
          { text: title, href: deploymentPath(fullPath, environment.id, view.row.iid) },
        ],
        data: {
          projectId,
          environment: { id: environment.id, name: environment.name, path },
          deployment: toPageDeployment(fullPath, view),
          approvals: view.approvals ? toPageApprovals(view.approvals, await approvalOptions(ctx, found)) : null,
        },
      };
    },
  }),
];
