import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { answerMutation } from '../../../../endpoints/graphql/mutation.ts';
import { getProjectAccess } from '../../../../projects/index.ts';
import { moveIssue } from '../../operations/move-issue.ts';
import { issueByPath, presentIssue } from './found-issue.ts';

/** `issueMove`: answers with the issue where it is then. */
export function addMoveMutation(builder: GraphqlBuilder): void {
  const input = builder.inputType('IssueMoveInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      targetProjectPath: t.id({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('issueMove', (t) =>
    t.field({
      type: 'IssuePayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        answerMutation({ issue: null }, async () => {
          const { row } = await issueByPath(ctx, given.projectPath, given.iid);
          const { project } = await getProjectAccess(ctx, given.targetProjectPath);
          const moved = await moveIssue(ctx, { issueId: row.id, toProjectId: project.id });
          return { issue: await presentIssue(ctx, moved.id) };
        }),
    }),
  );
}
