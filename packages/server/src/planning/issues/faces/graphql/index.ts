import type { GraphqlBuilder } from '../../../../faces/graphql/builder.ts';
import { parseNumericId } from '../../../../faces/graphql/global-id.ts';
import { orNull } from '../../../../faces/graphql/or-null.ts';
import { addCurrentUserTodos } from '../../../../notifications/index.ts';
import { issueIn, presentIssue } from './found-issue.ts';
import { addIssueMutations } from './issue-mutations.ts';
import { addMoveMutation } from './move-mutation.ts';
import { addIssueTypes } from './issue-objects.ts';
import { issueArguments, listedIssues } from './list-arguments.ts';
import { addIssueRelations } from './relation-fields.ts';
import { addUpdateMutation } from './update-mutation.ts';

/** Issues: by id, below their project, with what can be done with them. */
export function extendWithIssues(builder: GraphqlBuilder): void {
  addIssueTypes(builder);
  addIssueRelations(builder);
  addCurrentUserTodos(builder, 'Issue', ({ row }) => row.id);
  const { state, args } = issueArguments(builder);
  builder.objectField('Issue', 'state', (t) =>
    t.field({ type: state, nullable: false, resolve: ({ row }) => row.state }),
  );
  builder.queryField('issue', (t) =>
    t.field({
      type: 'Issue',
      nullable: true,
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: (_root, { id }, asked) => orNull(asked, () => presentIssue(asked.ctx, parseNumericId(id, 'Issue'))),
    }),
  );
  builder.objectFields('Project', (t) => ({
    issue: t.field({
      type: 'Issue',
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: ({ project }, { iid }, asked) => orNull(asked, () => issueIn(asked.ctx, project.id, iid)),
    }),
    issues: t.field({
      type: 'IssueConnection',
      nullable: true,
      args,
      resolve: ({ project }, given, { ctx }) => listedIssues(ctx, { projectId: project.id }, given),
    }),
  }));
  builder.objectField('Group', 'issues', (t) =>
    t.field({
      type: 'IssueConnection',
      nullable: true,
      args: { ...args, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (group, { includeSubgroups, ...given }, { ctx }) =>
        listedIssues(ctx, { namespaceId: group.id, isNamespaceAlone: !includeSubgroups }, given),
    }),
  );
  addIssueMutations(builder);
  addUpdateMutation(builder);
  addMoveMutation(builder);
}
