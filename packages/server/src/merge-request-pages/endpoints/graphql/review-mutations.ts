import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { labelNamesOf, operationMode, type OperationMode, usersInput } from '../../../planning/index.ts';
import { setSubscribed, updateMergeRequest } from '../../../merge-requests/index.ts';
import { requestChanges, withdrawRequestedChanges, requestReviewAgain } from '../../../reviews/index.ts';
import { change, findByPath, type MergeRequestTarget, userIds } from './found.ts';

/** `mergeRequestSetReviewers`, `mergeRequestSetAssignees`, `mergeRequestSetLabels`. */
function addLists(builder: GraphqlBuilder): void {
  const mode = operationMode(builder);
  const inputOf = (name: string, listName: 'reviewerUsernames' | 'assigneeUsernames') =>
    builder.inputType(`${name}Input`, {
      fields: (t) => ({
        projectPath: t.id({ required: true }),
        iid: t.string({ required: true }),
        [listName]: t.stringList({ required: true }),
        operationMode: t.field({ type: mode }),
        clientMutationId: t.string(),
      }),
    });
  const kinds = [
    {
      name: 'mergeRequestSetReviewers',
      input: 'MergeRequestSetReviewers',
      list: 'reviewerUsernames',
      field: 'reviewerIds',
    },
    {
      name: 'mergeRequestSetAssignees',
      input: 'MergeRequestSetAssignees',
      list: 'assigneeUsernames',
      field: 'assigneeIds',
    },
  ] as const;
  for (const kind of kinds) {
    const input = inputOf(kind.input, kind.list);
    builder.mutationField(kind.name, (t) =>
      t.field({
        type: 'MergeRequestPayload',
        nullable: true,
        args: { input: t.arg({ type: input, required: true }) },
        resolve: (_root, { input: wish }, { ctx }) => {
          const given = wish as MergeRequestTarget & { operationMode?: OperationMode | null } & Record<string, unknown>;
          return change(ctx, given, async (mergeRequestId) => {
            const ids = await userIds(ctx, given[kind.list] as string[]);
            const people = usersInput(ids, given.operationMode ?? 'REPLACE');
            await updateMergeRequest(ctx, { mergeRequestId, [kind.field]: people });
          });
        },
      }),
    );
  }
  const labels = builder.inputType('MergeRequestSetLabelsInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      labelIds: t.field({ type: ['LabelID'], required: true }),
      operationMode: t.field({ type: mode }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestSetLabels', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: labels, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        change(ctx, given, async (mergeRequestId) => {
          const { access } = await findByPath(ctx, given.projectPath, given.iid);
          const names = await labelNamesOf(ctx, access, given.labelIds);
          const wish = { REPLACE: { set: names }, APPEND: { add: names }, REMOVE: { remove: names } };
          await updateMergeRequest(ctx, { mergeRequestId, labels: wish[given.operationMode ?? 'REPLACE'] });
        }),
    }),
  );
}

/** `mergeRequestSetMilestone`, `mergeRequestSetSubscription`. */
function addSingles(builder: GraphqlBuilder): void {
  const milestone = builder.inputType('MergeRequestSetMilestoneInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      milestoneId: t.field({ type: 'MilestoneID', description: 'If omitted, the milestone is removed.' }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestSetMilestone', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: milestone, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        change(ctx, given, (mergeRequestId) => {
          const id = given.milestoneId ? parseNumericId(given.milestoneId, 'Milestone') : null;
          return updateMergeRequest(ctx, { mergeRequestId, milestoneId: id });
        }),
    }),
  );
  const subscription = builder.inputType('MergeRequestSetSubscriptionInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      subscribedState: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestSetSubscription', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: subscription, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        change(ctx, given, (mergeRequestId) =>
          setSubscribed(ctx, { mergeRequestId, isSubscribed: given.subscribedState }),
        ),
    }),
  );
}

/** `mergeRequestReviewerRereview`, `mergeRequestRequestChanges`, `mergeRequestDestroyRequestedChanges`. */
function addReviews(builder: GraphqlBuilder): void {
  const again = builder.inputType('MergeRequestReviewerRereviewInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      userId: t.field({ type: 'UserID', required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestReviewerRereview', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      description: 'Requests another review from a reviewer.',
      args: { input: t.arg({ type: again, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        change(ctx, given, (mergeRequestId) =>
          requestReviewAgain(ctx, { mergeRequestId, userId: parseNumericId(given.userId, 'User') }),
        ),
    }),
  );
  const verdicts = { RequestChanges: requestChanges, DestroyRequestedChanges: withdrawRequestedChanges };
  for (const [name, work] of Object.entries(verdicts)) {
    const input = builder.inputType(`MergeRequest${name}Input`, {
      fields: (t) => ({
        projectPath: t.id({ required: true }),
        iid: t.string({ required: true }),
        clientMutationId: t.string(),
      }),
    });
    builder.mutationField(`mergeRequest${name}`, (t) =>
      t.field({
        type: 'MergeRequestPayload',
        nullable: true,
        args: { input: t.arg({ type: input, required: true }) },
        resolve: (_root, { input: given }, { ctx }) =>
          change(ctx, given, (mergeRequestId) => work(ctx, { mergeRequestId })),
      }),
    );
  }
}

export function addReviewMutations(builder: GraphqlBuilder): void {
  addLists(builder);
  addSingles(builder);
  addReviews(builder);
}
