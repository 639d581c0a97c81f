import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { MAX_APPROVAL_COMMENT } from '@tributary/contract/environments/approvals.ts';
import { DEPLOYMENT_APPROVAL_STATUSES } from '@tributary/contract/environments/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import { projectOfDeployment } from '../../environment-access.ts';
import { approveDeployment } from '../operations/approve-deployment.ts';
import type { ApprovalRow } from '../store/approval-store.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DeploymentApproval: ApprovalRow;
    ApproveDeploymentPayload: MutationAnswer<{ deploymentApproval: ApprovalRow }>;
  }
}

const upper = <T extends string>(text: T) => text.toUpperCase() as Uppercase<T>;
const STATUS_OF = new Map(DEPLOYMENT_APPROVAL_STATUSES.map((status) => [upper(status), status]));

/** Approving and rejecting deployments. */
export function addApprovalMutation(builder: GraphqlBuilder): void {
  const status = builder.enumType('DeploymentsApprovalStatus', { values: DEPLOYMENT_APPROVAL_STATUSES.map(upper) });
  builder.objectType('DeploymentApproval', {
    description: 'What a user decided about a deployment.',
    fields: (t) => ({
      status: t.field({ type: status, nullable: true, resolve: (row) => upper(row.status) }),
      comment: t.exposeString('comment', { nullable: true }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.updated_at }),
      user: t.field({
        type: 'User',
        nullable: true,
        resolve: async ({ user_id: id }, _args, { ctx }): Promise<UserView | null> =>
          id === null ? null : ((await listUsersByIds(ctx, [id]))[0] ?? null),
      }),
    }),
  });
  builder.objectType('ApproveDeploymentPayload', {
    fields: (t) => ({
      deploymentApproval: t.field({
        type: 'DeploymentApproval',
        nullable: true,
        resolve: ({ deploymentApproval }) => deploymentApproval,
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const input = builder.inputType('ApproveDeploymentInput', {
    fields: (t) => ({
      id: t.field({ type: 'DeploymentID', required: true }),
      status: t.field({ type: status, required: true }),
      comment: t.string(),
      representedAs: t.string(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationFields((t) => ({
    approveDeployment: t.field({
      type: 'ApproveDeploymentPayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: { id, status: asked, comment, representedAs } }, { ctx }) =>
        answerMutation({ deploymentApproval: null }, async () => {
          const deploymentId = parseNumericId(id, 'Deployment');
          const wanted = STATUS_OF.get(asked);
          if (!wanted) throw new AppError('bad_parameter', { name: 'status' });
          if ((comment?.length ?? 0) > MAX_APPROVAL_COMMENT) throw new AppError('bad_parameter', { name: 'comment' });
          const deploymentApproval = await approveDeployment(ctx, {
            projectId: await projectOfDeployment(ctx, deploymentId),
            deploymentId,
            status: wanted,
            comment: comment ?? undefined,
            representedAs: representedAs ?? undefined,
          });
          return { deploymentApproval };
        }),
    }),
  }));
}
