import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../../endpoints/graphql/global-id.ts';
import { orNull } from '../../../../endpoints/graphql/or-null.ts';
import { canUpdateIssue } from '../../abilities.ts';
import { issuePath, issueReference } from '../../issue-access.ts';
import { issueDescriptionHtml, type IssueView } from '../../reads/issue-views.ts';
import { presentIssue } from './found-issue.ts';
import { type issueArguments, listedIssues } from './list-arguments.ts';
import { accessOfRow } from './of-many-rows.ts';

declare module '../../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    WorkItem: IssueView;
    WorkItemWidgetAssignees: IssueView;
    WorkItemConnection: Connection<IssueView>;
    WorkItemPermissions: { update: boolean };
    WorkItemType: { id: number; name: string };
  }
  interface GraphqlInterfaces {
    WorkItemWidget: IssueView;
  }
}

/** Under the numbers that clients know. */
const WORK_ITEM_TYPES: Record<IssueType, { id: number; name: string }> = {
  issue: { id: 1, name: 'Issue' },
  incident: { id: 2, name: 'Incident' },
  task: { id: 5, name: 'Task' },
};

function addTypes(builder: GraphqlBuilder): void {
  const state = builder.enumType('WorkItemState', { values: ['OPEN', 'CLOSED'] as const });
  builder.objectType('WorkItemType', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('WorkItems::Type', id) }),
      name: t.exposeString('name', { nullable: false }),
    }),
  });
  builder.objectType('WorkItemPermissions', {
    fields: (t) => ({
      readWorkItem: t.boolean({ nullable: false, resolve: () => true }),
      updateWorkItem: t.boolean({ nullable: false, resolve: ({ update }) => update }),
    }),
  });
  const widgetType = builder.enumType('WorkItemWidgetType', { values: ['ASSIGNEES'] as const });
  builder.interfaceType('WorkItemWidget', {
    description: 'A widget of a work item.',
    resolveType: () => 'WorkItemWidgetAssignees',
    fields: (t) => ({ type: t.field({ type: widgetType, nullable: true, resolve: () => 'ASSIGNEES' as const }) }),
  });
  builder.objectType('WorkItemWidgetAssignees', {
    interfaces: ['WorkItemWidget'],
    fields: (t) => ({
      allowsMultipleAssignees: t.boolean({ nullable: false, resolve: () => true }),
      assignees: t.field({
        type: 'UserConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ assignees }, args) => sliceConnection([...assignees], args),
      }),
    }),
  });
  builder.objectType('WorkItem', {
    description: 'An issue, incident or task. There are no other types.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('WorkItem', row.id) }),
      iid: t.string({ nullable: false, resolve: ({ row }) => String(row.iid) }),
      title: t.string({ nullable: false, resolve: ({ row }) => row.title }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ row, project }, _args, { ctx }) => issueDescriptionHtml(ctx, row, project),
      }),
      state: t.field({ type: state, nullable: false, resolve: ({ row }) => (row.closed_at ? 'CLOSED' : 'OPEN') }),
      workItemType: t.field({
        type: 'WorkItemType',
        nullable: false,
        resolve: ({ row }) => WORK_ITEM_TYPES[row.issue_type],
      }),
      widgets: t.field({ type: ['WorkItemWidget'], nullable: true, resolve: (view) => [view] }),
      confidential: t.boolean({ nullable: false, resolve: ({ row }) => row.is_confidential }),
      author: t.field({ type: 'User', nullable: true, resolve: ({ author }) => author }),
      userDiscussionsCount: t.int({ nullable: false, resolve: ({ counts }) => counts.notes }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.updated_at }),
      closedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.closed_at }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean() },
        resolve: ({ row, project }, { full }) => (full ? issueReference(project.full_path, row.iid) : `#${row.iid}`),
      }),
      webPath: t.string({ nullable: true, resolve: ({ row, project }) => issuePath(project.full_path, row.iid) }),
      webUrl: t.string({
        nullable: true,
        resolve: ({ row, project }, _args, { ctx }) => `${ctx.config.url}${issuePath(project.full_path, row.iid)}`,
      }),
      userPermissions: t.field({
        type: 'WorkItemPermissions',
        nullable: false,
        resolve: async ({ row }, _args, { ctx }) => {
          const found = await accessOfRow(ctx, row.id);
          return { update: found !== undefined && canUpdateIssue(ctx.actor, found) === null };
        },
      }),
    }),
  });
  builder.objectType('WorkItemConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['WorkItem'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

/** `workItem` and `Project.workItems`: issues for clients that know them by that name. */
export function addWorkItems(builder: GraphqlBuilder, { state, args }: ReturnType<typeof issueArguments>): void {
  addTypes(builder);
  builder.queryField('workItem', (t) =>
    t.field({
      type: 'WorkItem',
      nullable: true,
      args: { id: t.arg({ type: 'WorkItemID', required: true }) },
      resolve: (_root, { id }, asked) =>
        orNull(asked, () => presentIssue(asked.ctx, parseNumericId(id, 'WorkItem', 'Issue'))),
    }),
  );
  builder.objectField('Project', 'workItems', (t) =>
    t.field({
      type: 'WorkItemConnection',
      nullable: true,
      args: {
        iid: args.iid,
        iids: args.iids,
        state: t.arg({ type: state }),
        search: args.search,
        labelName: args.labelName,
        authorUsername: args.authorUsername,
        assigneeUsernames: args.assigneeUsernames,
        first: args.first,
        after: args.after,
      },
      resolve: ({ project }, given, { ctx }) => listedIssues(ctx, { projectId: project.id }, given),
    }),
  );
}
