import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { orNull } from '../../../endpoints/graphql/or-null.ts';
import { onEvents, onFields, topicEvents } from '../../../endpoints/graphql/topic-events.ts';
import type { Context } from '../../../platform/context.ts';
import type { RealtimeMessage } from '../../../platform/realtime/hub.ts';
import {
  findMergeRequestAccess,
  topicOf,
  PERSONAL_CHANGE,
  listMergeRequests,
  type MergeRequestFilter,
} from '../../../merge-requests/index.ts';
import { addGitFields } from './git-fields.ts';
import { addUserFields } from './user-fields.ts';
import { requestIn, present, withDetail } from './found.ts';
import { type ListArguments, listedBy, SORTS } from './list-arguments.ts';
import { addMoreFields } from './more-fields.ts';
import { addMergeRequestMutations } from './mutations.ts';
import { addPipelineFields } from './pipeline-fields.ts';
import { addApprovalFields } from './approval-fields.ts';
import { addDependencyFields } from './dependency-fields.ts';
import { addGateFields } from './gate-fields.ts';
import { addReportFields } from './report-fields.ts';
import { addReviewFields } from './review-fields.ts';
import { addTrainFields } from './train-fields.ts';
import { addWidgetFields } from './widget-fields.ts';
import { addMergeRequestTypes } from './merge-request-objects.ts';

type Window = { first?: number | null | undefined; after?: string | null | undefined };

/** The list of a place as the arguments ask for it, by the filters of the REST endpoint. */
async function listed(ctx: Context, place: MergeRequestFilter, { first, after, ...wanted }: ListArguments & Window) {
  const { filter, order } = await listedBy(ctx, wanted);
  return pagedConnection({ first, after }, async (request) => {
    const page = await listMergeRequests(ctx, { ...filter, ...place }, { ...request, order });
    return { ...page, items: page.items.map((view) => withDetail(ctx, view)) };
  });
}

function addQueries(builder: GraphqlBuilder): void {
  const stateType = addUserFields(builder);
  const sortType = builder.enumType('MergeRequestSort', { values: SORTS.values });
  builder.objectField('MergeRequest', 'state', (t) =>
    t.field({ type: stateType, nullable: false, resolve: ({ view }) => view.row.state }),
  );
  const args = builder.args((t) => ({
    iids: t.stringList(),
    sourceBranches: t.stringList(),
    targetBranches: t.stringList(),
    labels: t.stringList(),
    milestoneTitle: t.string(),
    authorUsername: t.string(),
    assigneeUsername: t.string(),
    reviewerUsername: t.string(),
    draft: t.boolean(),
    search: t.string(),
    createdAfter: t.field({ type: 'Time' }),
    createdBefore: t.field({ type: 'Time' }),
    updatedAfter: t.field({ type: 'Time' }),
    updatedBefore: t.field({ type: 'Time' }),
    mergedAfter: t.field({ type: 'Time' }),
    mergedBefore: t.field({ type: 'Time' }),
    state: t.field({ type: stateType }),
    sort: t.field({ type: sortType }),
    first: t.int(),
    after: t.string(),
  }));
  builder.objectFields('Project', (t) => ({
    mergeRequest: t.field({
      type: 'MergeRequest',
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: ({ project }, { iid }, asked) => orNull(asked, () => requestIn(asked.ctx, project.id, iid)),
    }),
    mergeRequests: t.field({
      type: 'MergeRequestConnection',
      nullable: true,
      args,
      resolve: ({ project }, wanted, { ctx }) => listed(ctx, { projectId: project.id }, wanted),
    }),
  }));
  builder.objectField('Group', 'mergeRequests', (t) =>
    t.field({
      type: 'MergeRequestConnection',
      nullable: true,
      args: { ...args, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (group, { includeSubgroups, ...wanted }, { ctx }) =>
        listed(ctx, { namespaceId: group.id, isNamespaceAlone: !includeSubgroups }, wanted),
    }),
  );
}

/** Each tells of the request as it is then, as the reader may see it. */
const SUBSCRIPTIONS = {
  mergeRequestMergeStatusUpdated: onEvents('merge_status.changed', 'changed', 'version.created'),
  mergeRequestApprovalStateUpdated: (message: RealtimeMessage) =>
    onFields('reviewers')(message) ?? onEvents('version.created')(message),
  mergeRequestReviewersUpdated: onFields('reviewers'),
  mergeRequestDiffGenerated: onEvents('version.ready'),
};

function addSubscriptions(builder: GraphqlBuilder): void {
  for (const [name, isMeant] of Object.entries(SUBSCRIPTIONS)) {
    builder.subscriptionField(name, (t) =>
      t.field({
        type: 'MergeRequest',
        nullable: true,
        args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
        subscribe: (_root, { issuableId }, { ctx }) =>
          topicEvents(ctx, topicOf(parseNumericId(issuableId, 'MergeRequest')), isMeant),
        resolve: (_message, { issuableId }, { ctx }) => present(ctx, parseNumericId(issuableId, 'MergeRequest')),
      }),
    );
  }
}

/** A pipeline of its newest commit was created or has changed, in the project that it goes into. */
function addPipelineSubscription(builder: GraphqlBuilder): void {
  builder.subscriptionField('ciPipelineCreationRequestsUpdated', (t) =>
    t.field({
      type: 'MergeRequest',
      nullable: true,
      args: { mergeRequestId: t.arg({ type: 'MergeRequestID', required: true }) },
      subscribe: async (_root, { mergeRequestId }, { ctx }) => {
        const id = parseNumericId(mergeRequestId, 'MergeRequest');
        const found = await findMergeRequestAccess(ctx, id);
        if (!found) throw new AppError('not_found', { resource: 'Subscription' });
        return topicEvents(ctx, `project:${found.row.target_project_id}`, async ({ event, data }) => {
          if (event !== reconnectedEvent && event !== 'pipeline.changed') return undefined;
          const request = await findMergeRequestAccess(ctx, id);
          const isMeant = event === reconnectedEvent || data['sourceSha'] === request?.row.head_sha;
          return request && isMeant ? present(ctx, id) : undefined;
        });
      },
      resolve: (request) => request,
    }),
  );
}

/** Requests that a user is to do something about, as far as they may still see them. */
function addPersonalSubscription(builder: GraphqlBuilder): void {
  builder.subscriptionField('userMergeRequestUpdated', (t) =>
    t.field({
      type: 'MergeRequest',
      nullable: true,
      description: 'Merge requests where the user is an assignee or reviewer. Only for the current user.',
      args: { userId: t.arg({ type: 'UserID', required: true }) },
      subscribe: (_root, { userId }, { ctx }) =>
        topicEvents(ctx, `user:${parseNumericId(userId, 'User')}`, async ({ event, data }) => {
          const id = event === PERSONAL_CHANGE ? data['id'] : undefined;
          const found = typeof id === 'number' ? await findMergeRequestAccess(ctx, id) : undefined;
          return found && present(ctx, found.row.id);
        }),
      resolve: (request) => request,
    }),
  );
}

/** Merge requests: below their project, with what can be done with them and a live status. */
export function extendWithMergeRequests(builder: GraphqlBuilder): void {
  addMergeRequestTypes(builder);
  addGitFields(builder);
  addTrainFields(builder);
  addWidgetFields(builder);
  addMoreFields(builder);
  addPipelineFields(builder);
  addQueries(builder);
  addReviewFields(builder);
  addApprovalFields(builder);
  addDependencyFields(builder);
  addGateFields(builder);
  addReportFields(builder);
  addMergeRequestMutations(builder);
  addSubscriptions(builder);
  addPersonalSubscription(builder);
  addPipelineSubscription(builder);
}
