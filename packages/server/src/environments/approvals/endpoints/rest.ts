import { approveDeploymentInput, restDeploymentApproval } from '@tributary/contract/environments/approvals.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { inDeployment } from '../../endpoints/subjects.ts';
import { approveDeployment } from '../operations/approve-deployment.ts';
import { toRestApproval } from '../render/to-rest.ts';

const approve = defineRoute({
  method: 'POST',
  path: '/projects/:id/deployments/:deployment_id/approval',
  // Whether the rules of the environment name the user is decided by the operation.
  ability: 'approve_deployment',
  summary: 'Approve or reject a deployment that waits for it',
  tag: 'Deployments',
  input: approveDeploymentInput,
  subject: inDeployment,
  response: restDeploymentApproval,
  handle: async ({
    ctx,
    subject: { access, deployment },
    input: { status, comment, represented_as: representedAs },
  }) => {
    const which = { projectId: access.project.id, deploymentId: deployment.id };
    const row = await approveDeployment(ctx, { ...which, status, comment, representedAs });
    const [user = null] = row.user_id === null ? [] : await listUsersByIds(ctx, [row.user_id]);
    return toRestApproval(ctx.config.url, { row, user });
  },
});

export const approvalRoutes: readonly Route[] = [approve];
