import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../../endpoints/graphql/in-one-go.ts';
import { orNull } from '../../../../endpoints/graphql/or-null.ts';
import { addCurrentUserTodos } from '../../../../notifications/index.ts';
import type { IssueView } from '../../reads/issue-views.ts';
import { visibleIssues } from '../../reads/list-issues.ts';
import { issueIsReadable } from '../../reads/visible-issue-ids.ts';
import { issueIn, presentIssue } from './found-issue.ts';
import { addIssueMutations } from './issue-mutations.ts';
import { addMoveMutation } from './move-mutation.ts';
import { addIssueTypes } from './issue-objects.ts';
import { countedIssues, issueArguments, listedIssues } from './list-arguments.ts';
import { addIssueRelations } from './relation-fields.ts';
import { addTimelogsOf } from '../../../time-tracking/endpoints/graphql-timelogs.ts';
import { trackIssueTime } from '../../operations/track-issue-time.ts';
import { addWorkItems } from './work-items.ts';

declare module '../../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    IssueStatusCountsType: { all: number; opened: number; closed: number };
  }
}

const issueOf = inOneGo<number, IssueView | null>(async (ctx, ids) => {
  const views = new Map((await visibleIssues(ctx, [...new Set(ids)])).map((view) => [view.row.id, view]));
  return ids.map((id) => views.get(id) ?? null);
});

/** Issues: by id, below their project, with what can be done with them. */
export function extendWithIssues(builder: GraphqlBuilder): void {
  addIssueTypes(builder);
  addIssueRelations(builder);
  addCurrentUserTodos(builder, 'Issue', ({ row }) => row.id);
  addTimelogsOf(builder, 'Issue', {
    idOf: ({ row }) => row.id,
    change: (ctx, issueId, change) => trackIssueTime(ctx, { issueId, change }),
    isReadable: issueIsReadable,
  });
  builder.objectField('Timelog', 'issue', (t) =>
    t.field({
      type: 'Issue',
      nullable: true,
      resolve: (entry, _args, { ctx }) => (entry.noteable_type === 'Issue' ? issueOf(ctx, entry.noteable_id) : null),
    }),
  );
  builder.objectType('IssueStatusCountsType', {
    fields: (t) => ({
      all: t.exposeInt('all', { nullable: true }),
      opened: t.exposeInt('opened', { nullable: true }),
      closed: t.exposeInt('closed', { nullable: true }),
    }),
  });
  const listing = issueArguments(builder);
  addWorkItems(builder, listing);
  const { state, args } = listing;
  const { sort: _order, first: _first, after: _after, ...filters } = args;
  builder.objectField('Issue', 'state', (t) =>
    t.field({ type: state, nullable: false, resolve: ({ row }) => row.state }),
  );
  builder.queryField('issues', (t) =>
    t.field({
      type: 'IssueConnection',
      nullable: true,
      description: 'Issues in all projects you can see. At least one filter is required.',
      args,
      resolve: (_root, given, { ctx }) => {
        const { sort: _sort, first: _some, after: _from, ...wanted } = given;
        if (Object.values(wanted).every((each) => each === undefined || each === null)) {
          throw new AppError('missing_parameter', { names: Object.keys(filters).join(', ') });
        }
        return listedIssues(ctx, {}, given);
      },
    }),
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
    issueStatusCounts: t.field({
      type: 'IssueStatusCountsType',
      nullable: true,
      description: 'Number of issues by state, with the same arguments as `issues`.',
      args: filters,
      resolve: ({ project }, given, { ctx }) => countedIssues(ctx, { projectId: project.id }, given),
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
  addMoveMutation(builder);
}
