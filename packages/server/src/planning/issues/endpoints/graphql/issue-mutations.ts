import { noOutcome } from '../../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../../endpoints/graphql/mutation.ts';
import { getProjectAccess } from '../../../../projects/index.ts';
import { addCommonMutations, issuableMutations } from '../../../shared/graphql-mutations.ts';
import { changeIssue } from '../../operations/change-issue-state.ts';
import { createIssue } from '../../operations/create-issue.ts';
import { setIssueSubscribed } from '../../operations/set-issue-subscribed.ts';
import { dayOf } from './day-argument.ts';
import { change, presentIssue } from './found-issue.ts';
import { addUpdateMutation } from './update-mutation.ts';

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

export function addIssueMutations(builder: GraphqlBuilder): void {
  addCreate(builder);
  const add = issuableMutations(builder, 'IssuePayload', change);
  addCommonMutations(builder, add, {
    prefix: 'issue',
    update: (ctx, { row }, fields) => changeIssue(ctx, { issueId: row.id, fields }),
    setSubscribed: (ctx, { row }, isSubscribed) => setIssueSubscribed(ctx, { issueId: row.id, isSubscribed }),
  });
  add('issueSetConfidential', {
    fields: (t) => ({ confidential: t.boolean({ required: true }) }),
    change: (ctx, { row }, { confidential }) =>
      changeIssue(ctx, { issueId: row.id, fields: { isConfidential: confidential } }),
  });
  add('issueSetDueDate', {
    fields: (t) => ({ dueDate: t.string() }),
    change: (ctx, { row }, { dueDate }) =>
      changeIssue(ctx, { issueId: row.id, fields: { dueDate: dayOf(dueDate) ?? null } }),
  });
  addUpdateMutation(builder, add);
}
