import { formatDuration } from '@tributary/contract/planning/durations.ts';
import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import type { TaskCounts } from '@tributary/contract/planning/task-status.ts';
import { addNoteableFields, canCreateNote, defineNoteableType } from '../../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../../endpoints/graphql/global-id.ts';
import type { MutationAnswer } from '../../../../endpoints/graphql/mutation.ts';
import { countTasks } from '../../../../platform/markup/index.ts';
import { canAdminIssue, canUpdateIssue } from '../../abilities.ts';
import { issuePath, issueReference } from '../../issue-access.ts';
import { issueNoteable } from '../../noteable.ts';
import { type IssueView, issueDescriptionHtml } from '../../reads/issue-views.ts';
import { presentIssue } from './found-issue.ts';
import { accessOfRow, isRowFollowed } from './of-many-rows.ts';

export type IssuePayload = MutationAnswer<{ issue: IssueView }>;
type Permissions = { update: boolean; admin: boolean; note: boolean };

declare module '../../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Issue: IssueView;
    IssueConnection: Connection<IssueView>;
    IssuePermissions: Permissions;
    IssuePayload: IssuePayload;
    TaskCompletionStatus: TaskCounts;
  }
}

function addSmallTypes(builder: GraphqlBuilder): void {
  builder.objectType('IssuePermissions', {
    fields: (t) => ({
      readIssue: t.boolean({ nullable: false, resolve: () => true }),
      updateIssue: t.boolean({ nullable: false, resolve: (can) => can.update }),
      adminIssue: t.boolean({ nullable: false, resolve: (can) => can.admin }),
      createNote: t.boolean({ nullable: false, resolve: (can) => can.note }),
    }),
  });
  builder.objectType('TaskCompletionStatus', {
    fields: (t) => ({
      count: t.exposeInt('count', { nullable: false }),
      completedCount: t.int({ nullable: false, resolve: ({ completed }) => completed }),
    }),
  });
  builder.objectType('IssueConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Issue'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('IssuePayload', {
    fields: (t) => ({
      issue: t.field({ type: 'Issue', nullable: true, resolve: (payload) => payload.issue }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

function addFacts(builder: GraphqlBuilder): void {
  const type = builder.enumType('IssueType', { values: ['ISSUE', 'INCIDENT', 'TASK'] as const });
  builder.objectType('Issue', {
    description: 'An issue: a bug, task or idea.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Issue', row.id) }),
      iid: t.id({ nullable: false, resolve: ({ row }) => String(row.iid) }),
      title: t.string({ nullable: false, resolve: ({ row }) => row.title }),
      type: t.field({
        type,
        nullable: true,
        resolve: ({ row }) => row.issue_type.toUpperCase() as Uppercase<IssueType>,
      }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ row, project }, _args, { ctx }) => issueDescriptionHtml(ctx, row, project),
      }),
      confidential: t.boolean({ nullable: false, resolve: ({ row }) => row.is_confidential }),
      discussionLocked: t.boolean({ nullable: false, resolve: ({ row }) => row.is_discussion_locked }),
      dueDate: t.string({ nullable: true, resolve: ({ row }) => row.due_date }),
      weight: t.int({ nullable: true, resolve: ({ row }) => row.weight }),
      timeEstimate: t.int({ nullable: false, resolve: ({ time }) => time.estimateSeconds }),
      totalTimeSpent: t.int({ nullable: false, resolve: ({ time }) => time.spentSeconds }),
      humanTimeEstimate: t.string({ nullable: true, resolve: ({ time }) => formatDuration(time.estimateSeconds) }),
      humanTotalTimeSpent: t.string({ nullable: true, resolve: ({ time }) => formatDuration(time.spentSeconds) }),
      taskCompletionStatus: t.field({
        type: 'TaskCompletionStatus',
        nullable: false,
        resolve: ({ row }) => countTasks(row.description),
      }),
      userNotesCount: t.int({ nullable: false, resolve: ({ counts }) => counts.notes }),
      mergeRequestsCount: t.int({ nullable: false, resolve: (view) => view.mergeRequestsCount }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.updated_at }),
      closedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.closed_at }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean() },
        resolve: ({ row, project }, { full }) => (full ? issueReference(project.full_path, row.iid) : `#${row.iid}`),
      }),
      webPath: t.string({ nullable: false, resolve: ({ row, project }) => issuePath(project.full_path, row.iid) }),
      webUrl: t.string({
        nullable: false,
        resolve: ({ row, project }, _args, { ctx }) => `${ctx.config.url}${issuePath(project.full_path, row.iid)}`,
      }),
    }),
  });
}

function addRelations(builder: GraphqlBuilder): void {
  builder.objectFields('Issue', (t) => ({
    author: t.field({ type: 'User', nullable: true, resolve: (view) => view.author }),
    assignees: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: (view, args) => sliceConnection(view.assignees, args),
    }),
    labels: t.field({
      type: 'LabelConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: (view, args) => sliceConnection(view.labels, args),
    }),
    milestone: t.field({ type: 'Milestone', nullable: true, resolve: (view) => view.milestone }),
    subscribed: t.boolean({
      nullable: false,
      resolve: ({ row }, _args, { ctx }) => isRowFollowed(ctx, row.id),
    }),
    userPermissions: t.field({
      type: 'IssuePermissions',
      nullable: false,
      resolve: async ({ row }, _args, { ctx }) => {
        const found = await accessOfRow(ctx, row.id);
        return {
          update: found !== undefined && canUpdateIssue(ctx.actor, found) === null,
          admin: found !== undefined && canAdminIssue(ctx.actor, found) === null,
          note: found !== undefined && canCreateNote(ctx.actor, issueNoteable(found)) === null,
        };
      },
    }),
  }));
}

export function addIssueTypes(builder: GraphqlBuilder): void {
  addSmallTypes(builder);
  addFacts(builder);
  addRelations(builder);
  defineNoteableType('Issue', presentIssue);
  addNoteableFields(builder, 'Issue', {
    noteable: async (ctx, { row }) => {
      const found = await accessOfRow(ctx, row.id);
      return found && issueNoteable(found);
    },
    counts: (view) => view.counts,
  });
}
