import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { REVIEWER_STATES } from '@tributary/contract/merge-requests/page.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { canUpdate, canMergeNow } from '../../../merge-requests/index.ts';
import { canApprove } from '../../../approvals/index.ts';
import { approversOf, evaluateAsUser, type Interaction, reviewStateOf } from '../../../reviews/index.ts';
import { accessOfRow } from './of-many-rows.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    UserMergeRequestInteraction: Interaction;
  }
}

const interactions = new WeakMap<UserView, Interaction>();

/** The same users, with what they have to do with this request. */
export function inRequest(users: readonly UserView[], mergeRequestId: number): UserView[] {
  return users.map((user) => {
    const here = { ...user };
    interactions.set(here, { mergeRequestId, userId: user.id });
    return here;
  });
}

function addInteraction(builder: GraphqlBuilder): void {
  const state = builder.enumType('MergeRequestReviewState', {
    values: Object.fromEntries(REVIEWER_STATES.map((value) => [value.toUpperCase(), { value }])),
  });
  builder.objectType('UserMergeRequestInteraction', {
    description: 'How a user is involved in a merge request.',
    fields: (t) => ({
      canMerge: t.boolean({ nullable: false, resolve: (one, _args, { ctx }) => evaluateAsUser(ctx, one, canMergeNow) }),
      canUpdate: t.boolean({
        nullable: false,
        resolve: (one, _args, { ctx }) =>
          evaluateAsUser(ctx, one, (theirs, found) => canUpdate(theirs.actor, found) === null),
      }),
      reviewState: t.field({
        type: state,
        nullable: true,
        description: 'Null if the user is not a reviewer.',
        resolve: (one, _args, { ctx }) => reviewStateOf(ctx, one),
      }),
      reviewed: t.boolean({
        nullable: false,
        resolve: async (one, _args, { ctx }) => {
          const has = await reviewStateOf(ctx, one);
          return has !== null && has !== 'unreviewed' && has !== 'review_started';
        },
      }),
      approved: t.boolean({
        nullable: false,
        resolve: async ({ mergeRequestId, userId }, _args, { ctx }) =>
          (await approversOf(ctx, mergeRequestId)).some((user) => user.id === userId),
      }),
    }),
  });
  builder.interfaceField('User', 'mergeRequestInteraction', (t) =>
    t.field({
      type: 'UserMergeRequestInteraction',
      nullable: true,
      description: 'Available only for users returned by a merge request. Null otherwise.',
      resolve: (user) => interactions.get(user) ?? null,
    }),
  );
}

function addApprovals(builder: GraphqlBuilder): void {
  builder.objectFields('MergeRequest', (t) => ({
    approvedBy: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ view }, args, { ctx }) =>
        sliceConnection(inRequest(await approversOf(ctx, view.row.id), view.row.id), args),
    }),
    changeRequesters: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ view }, args) => {
        const against = view.reviewers.filter((reviewer) => reviewer.state === 'requested_changes');
        const users = against.map((reviewer) => reviewer.user);
        return sliceConnection(inRequest(users, view.row.id), args);
      },
    }),
  }));
  builder.objectField('MergeRequestPermissions', 'canApprove', (t) =>
    t.boolean({
      nullable: false,
      resolve: async ({ id }, _args, { ctx }) => {
        const found = await accessOfRow(ctx, id);
        return found !== undefined && (await canApprove(ctx, found)) === null;
      },
    }),
  );
}

/** What reviewers think, and who agreed. */
export function addReviewFields(builder: GraphqlBuilder): void {
  addInteraction(builder);
  addApprovals(builder);
}
