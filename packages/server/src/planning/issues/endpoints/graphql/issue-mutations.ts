import { noOutcome } from '../../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../../endpoints/graphql/mutation.ts';
import { getProjectAccess } from '../../../../projects/index.ts';
import { operationMode, usersInput } from '../../../shared/operation-mode.ts';
import { changeIssue } from '../../operations/change-issue-state.ts';
import { createIssue } from '../../operations/create-issue.ts';
import { setIssueSubscribed } from '../../operations/set-issue-subscribed.ts';
import { dayOf } from './day-argument.ts';
import { change, presentIssue, userIds } from './found-issue.ts';

function addCreate(builder: GraphqlBuilder): void {
  const input = builder.inputType('CreateIssueInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      description: t.string(),
      confidential: t.boolean(),
      dueDate: t.string(),
      weight: t.int(),
      labels: t.stringList(),
      assigneeIds: t.field({ type: ['UserID'] }),
      milestoneId: t.field({ type: 'MilestoneID' }),
      mergeRequestToResolveDiscussionsOf: t.int({ description: 'The IID of the merge request in the project.' }),
      discussionToResolve: t.string(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('createIssue', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx, idempotencyKey }, { path }) => {
        const outcome = noOutcome();
        const work = async () => {
          const { project } = await getProjectAccess(ctx, given.projectPath);
          const iid = given.mergeRequestToResolveDiscussionsOf;
          const row = await createIssue(ctx, {
            projectId: project.id,
            outcome,
            ...keyOfField(idempotencyKey, path.key),
            title: given.title,
            description: given.description ?? undefined,
            isConfidential: given.confidential ?? undefined,
            dueDate: dayOf(given.dueDate),
            weight: given.weight,
            labels: given.labels ? { set: given.labels } : undefined,
            assigneeIds: given.assigneeIds?.map((id) => parseNumericId(id, 'User')),
            milestoneId: given.milestoneId ? parseNumericId(given.milestoneId, 'Milestone') : undefined,
            followUp:
              iid === null || iid === undefined
                ? undefined
                : { mergeRequestIid: iid, discussionId: given.discussionToResolve ?? undefined },
          });
          return { issue: await presentIssue(ctx, row.id) };
        };
        return answerMutation({ issue: null }, work, outcome);
      },
    }),
  );
}

function addSwitches(builder: GraphqlBuilder): void {
  const lockInput = builder.inputType('IssueSetLockedInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      locked: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  for (const name of ['issueSetLocked', 'updateIssueLocked']) {
    builder.mutationField(name, (t) =>
      t.field({
        type: 'IssuePayload',
        nullable: true,
        args: { input: t.arg({ type: lockInput, required: true }) },
        resolve: (_root, { input }, { ctx }) => change(ctx, input, { isDiscussionLocked: input.locked }),
      }),
    );
  }
  const confidentialInput = builder.inputType('IssueSetConfidentialInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      confidential: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('issueSetConfidential', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: confidentialInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => change(ctx, input, { isConfidential: input.confidential }),
    }),
  );
  const subscriptionInput = builder.inputType('IssueSetSubscriptionInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      subscribedState: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('issueSetSubscription', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: subscriptionInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        change(ctx, input, ({ row }) =>
          setIssueSubscribed(ctx, { issueId: row.id, isSubscribed: input.subscribedState }),
        ),
    }),
  );
}

function addPeopleAndDates(builder: GraphqlBuilder): void {
  const assigneesInput = builder.inputType('IssueSetAssigneesInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: operationMode(builder) }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('issueSetAssignees', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: assigneesInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        change(ctx, input, async ({ row }) => {
          const ids = await userIds(ctx, input.assigneeUsernames);
          const assigneeIds = usersInput(ids, input.operationMode ?? 'REPLACE');
          await changeIssue(ctx, { issueId: row.id, fields: { assigneeIds } });
        }),
    }),
  );
  const dueInput = builder.inputType('IssueSetDueDateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      dueDate: t.string(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('issueSetDueDate', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: dueInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => change(ctx, input, { dueDate: dayOf(input.dueDate) ?? null }),
    }),
  );
}

export function addIssueMutations(builder: GraphqlBuilder): void {
  addCreate(builder);
  addSwitches(builder);
  addPeopleAndDates(builder);
}
