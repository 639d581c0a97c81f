import { AppError } from '@tributary/contract/errors/app-error.ts';
import { approvalSettingsOf, requestApprovals } from '../../../approvals/index.ts';
import { mayReadEnvironments } from '../../../environments/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { findMergeRequestAccess, type MergeRequestAccess, updateMergeRequest } from '../../../merge-requests/index.ts';
import { type DeploymentTarget, requestDeployments } from '../../../merging/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type GraphqlMergeRequest, requestMutations } from './found.ts';

async function accessOf(ctx: Context, { view }: GraphqlMergeRequest): Promise<MergeRequestAccess> {
  const found = await findMergeRequestAccess(ctx, view.row.id);
  if (!found) throw new AppError('not_found', { resource: 'Merge Request' });
  return found;
}

async function deploymentsOf(ctx: Context, request: GraphqlMergeRequest, target: DeploymentTarget) {
  const found = await accessOf(ctx, request);
  if (!mayReadEnvironments(ctx, found.access)) return [];
  const deployments = await requestDeployments(ctx, found, target);
  return deployments.map(({ view }) => view.row);
}

function addSetBlocking(builder: GraphqlBuilder): void {
  requestMutations(builder)('mergeRequestSetBlockingMergeRequests', {
    description: 'Sets which merge requests must be merged before.',
    fields: (t) => ({
      blockingMergeRequestReferences: t.stringList({ required: true }),
      removeHiddenBlockingMergeRequests: t.boolean(),
    }),
    change: (ctx, { row }, given) =>
      updateMergeRequest(ctx, {
        mergeRequestId: row.id,
        dependencies: {
          set: given.blockingMergeRequestReferences,
          removesHidden: given.removeHiddenBlockingMergeRequests ?? false,
        },
      }),
  });
}

/** What holds a merge back beside approvals, and what was deployed: as the widget shows it. */
export function addGateFields(builder: GraphqlBuilder): void {
  builder.objectFields('MergeRequest', (t) => ({
    mergeAfter: t.field({
      type: 'Time',
      nullable: true,
      description: 'The merge request is not merged before.',
      resolve: ({ view }) => view.row.merge_after,
    }),
    enabledReports: t.stringList({
      nullable: true,
      description: 'Kinds of reports that its newest pipeline has.',
      resolve: async ({ widget }) => (await widget()).enabled_reports.map(({ kind }) => kind),
    }),
    canRetryExternalStatusChecks: t.boolean({
      nullable: true,
      resolve: async ({ widget }) => (await widget()).can_retry_external_status_checks,
    }),
    deployments: t.field({
      type: ['Deployment'],
      nullable: true,
      description: 'Deployments of its newest commit.',
      resolve: (request, _args, { ctx }) => deploymentsOf(ctx, request, 'head'),
    }),
    postMergeDeployments: t.field({
      type: ['Deployment'],
      nullable: true,
      description: 'Deployments of the commit that the merge made.',
      resolve: (request, _args, { ctx }) => deploymentsOf(ctx, request, 'merge_commit'),
    }),
  }));
  builder.objectField('MergeRequestApprovalState', 'suggestedApprovers', (t) =>
    t.field({
      type: 'UserConnection',
      nullable: true,
      description: 'Users whose approval is still missing.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ row }, args, { ctx }) => {
        const found = await findMergeRequestAccess(ctx, row.id);
        return sliceConnection(found ? (await requestApprovals(ctx, found)).suggested : [], args);
      },
    }),
  );
  builder.objectField('Project', 'mergeRequestsDisableCommittersApproval', (t) =>
    t.boolean({
      nullable: false,
      description: 'Users who added commits to a merge request cannot approve it.',
      resolve: async ({ project }, _args, { ctx }) =>
        !(await approvalSettingsOf(ctx, project.id)).allow_committer_approval,
    }),
  );
  addSetBlocking(builder);
}
