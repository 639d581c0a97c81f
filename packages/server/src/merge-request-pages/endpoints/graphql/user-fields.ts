import { formatDuration } from '@tributary/contract/planning/durations.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import { CHECK_STATUS_NAMES, type StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { pagedConnection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../platform/context.ts';
import { countTasks } from '../../../platform/markup/index.ts';
import { authorize, INSTANCE } from '../../../platform/policy/policy.ts';
import { titleHtml } from '../../../planning/index.ts';
import { findMergeRequestAccess, listMergeRequests, listParticipants } from '../../../merge-requests/index.ts';
import { withDetail } from './found.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    MergeRequestMergeabilityCheck: StoredCheck;
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('MergeRequestMergeabilityCheck', {
    fields: (t) => ({
      identifier: t.string({ nullable: false, resolve: ({ id }) => id.toUpperCase() }),
      status: t.string({ nullable: false, resolve: ({ state }) => CHECK_STATUS_NAMES[state].toUpperCase() }),
      missingOwners: t.stringList({
        nullable: true,
        description: 'Always null: no check looks for code owners who are missing.',
        resolve: () => null,
      }),
    }),
  });
}

function addToRequest(builder: GraphqlBuilder): void {
  builder.objectFields('MergeRequest', (t) => ({
    titleHtml: t.string({ nullable: true, resolve: ({ view }) => titleHtml(view.row.title) }),
    participants: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ view }, args, { ctx }) => {
        const found = await findMergeRequestAccess(ctx, view.row.id);
        return sliceConnection(found ? await listParticipants(ctx, found) : [], args);
      },
    }),
    mergeabilityChecks: t.field({
      type: ['MergeRequestMergeabilityCheck'],
      nullable: false,
      resolve: ({ view }) => view.readiness.checks,
    }),
    mergeableDiscussionsState: t.boolean({
      nullable: true,
      description: 'No unresolved thread blocks the merge.',
      resolve: ({ view }) => view.readiness.areThreadsResolved,
    }),
    timeEstimate: t.int({ nullable: false, resolve: ({ view }) => view.time.estimateSeconds }),
    totalTimeSpent: t.int({ nullable: false, resolve: ({ view }) => view.time.spentSeconds }),
    humanTimeEstimate: t.string({ nullable: true, resolve: ({ view }) => formatDuration(view.time.estimateSeconds) }),
    humanTotalTimeSpent: t.string({ nullable: true, resolve: ({ view }) => formatDuration(view.time.spentSeconds) }),
    taskCompletionStatus: t.field({
      type: 'TaskCompletionStatus',
      nullable: false,
      resolve: ({ view }) => countTasks(view.row.description),
    }),
    squashOnMerge: t.boolean({
      nullable: false,
      resolve: ({ view: { row } }) => (row.state === 'merged' ? row.squash_commit_sha !== null : row.squash),
    }),
    shouldRemoveSourceBranch: t.boolean({
      nullable: true,
      resolve: ({ view }) => view.row.should_remove_source_branch,
    }),
  }));
}

function listFor(ctx: Context, filter: object, state: MergeRequestState | 'all' | null | undefined, args: object) {
  authorize(ctx.actor, 'browse', INSTANCE);
  return pagedConnection(args, async (request) => {
    const order = { by: 'created_at', direction: 'desc' } as const;
    const states = state && state !== 'all' ? [state] : undefined;
    const page = await listMergeRequests(ctx, { ...filter, states }, { ...request, order });
    return { ...page, items: page.items.map((view) => withDetail(ctx, view)) };
  });
}

type StateType = ReturnType<typeof addState>;

function addState(builder: GraphqlBuilder) {
  return builder.enumType('MergeRequestState', {
    values: ['opened', 'closed', 'merged', 'locked', 'all'] as const,
  });
}

/** Requests of a user, as far as whoever asks may see them. */
function addToUser(builder: GraphqlBuilder, stateType: StateType): void {
  const lists: Record<string, (user: UserView) => object> = {
    authoredMergeRequests: ({ id }) => ({ authorIds: [id] }),
    assignedMergeRequests: ({ id }) => ({ assigneeIds: [id] }),
    reviewRequestedMergeRequests: ({ id }) => ({ reviewerIds: [id] }),
  };
  for (const [name, filterOf] of Object.entries(lists)) {
    builder.interfaceField('User', name, (t) =>
      t.field({
        type: 'MergeRequestConnection',
        nullable: true,
        args: { state: t.arg({ type: stateType }), first: t.arg.int(), after: t.arg.string() },
        resolve: (user, { state, ...args }, { ctx }) => listFor(ctx, filterOf(user), state, args),
      }),
    );
  }
}

/** Notes, checks and users of a merge request, and the requests of a user. Answers the type of states. */
export function addUserFields(builder: GraphqlBuilder): StateType {
  const stateType = addState(builder);
  addTypes(builder);
  addToRequest(builder);
  addToUser(builder, stateType);
  return stateType;
}
