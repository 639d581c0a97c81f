import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../../faces/graphql/builder.ts';
import { pagedConnection } from '../../../../faces/graphql/connection.ts';
import { parseNumericId } from '../../../../faces/graphql/global-id.ts';
import { issueFilterOfInput } from '../../reads/filter-of-input.ts';
import { listIssues } from '../../reads/list-issues.ts';
import { issueOrNull, presentIssue } from './found-issue.ts';
import { addIssueMutations } from './issue-mutations.ts';
import { addIssueTypes } from './issue-objects.ts';

/** Issues: by id, below their project, with what can be done with them. */
export function extendWithIssues(builder: GraphqlBuilder): void {
  addIssueTypes(builder);
  const stateType = builder.enumType('IssuableState', { values: ['opened', 'closed', 'locked', 'all'] as const });
  builder.objectField('Issue', 'state', (t) =>
    t.field({ type: stateType, nullable: false, resolve: ({ row }) => row.state }),
  );
  builder.queryField('issue', (t) =>
    t.field({
      type: 'Issue',
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, { ctx }) => {
        try {
          return await presentIssue(ctx, parseNumericId(id, 'Issue'));
        } catch (error) {
          if (error instanceof AppError && error.kind === 'not_found') return null;
          throw error;
        }
      },
    }),
  );
  builder.objectFields('Project', (t) => ({
    issue: t.field({
      type: 'Issue',
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: ({ project }, { iid }, { ctx }) => issueOrNull(ctx, project.id, iid),
    }),
    issues: t.field({
      type: 'IssueConnection',
      nullable: true,
      args: {
        state: t.arg({ type: stateType }),
        search: t.arg.string(),
        labelName: t.arg.stringList(),
        assigneeUsernames: t.arg.stringList(),
        authorUsername: t.arg.string(),
        milestoneTitle: t.arg.string(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async ({ project }, { first, after, ...given }, { ctx }) => {
        const filter = await issueFilterOfInput(ctx, {
          search: given.search ?? undefined,
          labels: given.labelName ?? undefined,
          assignee_username: given.assigneeUsernames ?? undefined,
          author_username: given.authorUsername ?? undefined,
          milestone: given.milestoneTitle ?? undefined,
        });
        const { state } = given;
        const states = state === 'opened' || state === 'closed' ? [state] : undefined;
        const order = { by: 'created_at', direction: 'desc' } as const;
        return pagedConnection({ first, after }, (request) =>
          listIssues(ctx, { ...filter, projectId: project.id, states }, { ...request, order }),
        );
      },
    }),
  }));
  addIssueMutations(builder);
}
