import { addNoteableFields, canCreateNote, defineNoteableType } from '../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import type { MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import {
  canPickMerged,
  canSetMetadata,
  canUpdate,
  pathOf,
  referenceOf,
  noteableOf,
  descriptionHtml,
  branchTips,
} from '../../../merge-requests/index.ts';
import { type GraphqlMergeRequest, present } from './found.ts';
import { accessOfRow, branchPermissionsOfRow, isRowSubscribed } from './of-many-rows.ts';
import { inRequest } from './review-fields.ts';

export type MergeRequestPayload = MutationAnswer<{ mergeRequest: GraphqlMergeRequest }>;
type Permissions = Record<'update' | 'admin' | 'push' | 'remove' | 'merge' | 'pick' | 'note', boolean> & { id: number };

/** Where GraphQL does not use the name that REST has. */
const STATUS_NAMES: Partial<Record<DetailedMergeStatus, string>> = { title_regex: 'TITLE_NOT_MATCHING' };
const NOTHING = { update: false, admin: false, push: false, remove: false, merge: false, pick: false, note: false };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    MergeRequest: GraphqlMergeRequest;
    MergeRequestConnection: Connection<GraphqlMergeRequest>;
    MergeRequestPermissions: Permissions;
    MergeRequestPayload: MergeRequestPayload;
    MergeRequestReviewer: UserView;
    MergeRequestReviewerConnection: Connection<UserView>;
  }
}

function addSmallTypes(builder: GraphqlBuilder): void {
  builder.objectType('MergeRequestReviewer', {
    description: 'A user whose review was requested.',
    interfaces: ['User'],
  });
  builder.objectType('MergeRequestReviewerConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['MergeRequestReviewer'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('MergeRequestPermissions', {
    fields: (t) => ({
      readMergeRequest: t.boolean({ nullable: false, resolve: () => true }),
      updateMergeRequest: t.boolean({ nullable: false, resolve: (can) => can.update }),
      adminMergeRequest: t.boolean({ nullable: false, resolve: (can) => can.admin }),
      pushToSourceBranch: t.boolean({ nullable: false, resolve: (can) => can.push }),
      removeSourceBranch: t.boolean({ nullable: false, resolve: (can) => can.remove }),
      cherryPickOnCurrentMergeRequest: t.boolean({ nullable: false, resolve: (can) => can.pick }),
      revertOnCurrentMergeRequest: t.boolean({ nullable: false, resolve: (can) => can.pick }),
      canMerge: t.boolean({ nullable: false, resolve: (can) => can.merge }),
      createNote: t.boolean({ nullable: false, resolve: (can) => can.note }),
    }),
  });
  builder.objectType('MergeRequestConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['MergeRequest'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('MergeRequestPayload', {
    fields: (t) => ({
      mergeRequest: t.field({ type: 'MergeRequest', nullable: true, resolve: (payload) => payload.mergeRequest }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

function addFacts(builder: GraphqlBuilder): void {
  builder.objectType('MergeRequest', {
    description: 'A request to merge one branch into another.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ view }) => toGlobalId('MergeRequest', view.row.id) }),
      iid: t.string({ nullable: false, resolve: ({ view }) => String(view.row.iid) }),
      title: t.string({ nullable: false, resolve: ({ view }) => view.row.title }),
      description: t.string({ nullable: true, resolve: ({ view }) => view.row.description }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ view }, _args, { ctx }) => descriptionHtml(ctx, view.row, view.project),
      }),
      draft: t.boolean({ nullable: false, resolve: ({ view }) => view.row.is_draft }),
      sourceBranch: t.string({ nullable: false, resolve: ({ view }) => view.row.source_branch }),
      targetBranch: t.string({ nullable: false, resolve: ({ view }) => view.row.target_branch }),
      diffHeadSha: t.string({ nullable: true, resolve: ({ view }) => view.row.head_sha }),
      commitCount: t.int({ nullable: true, resolve: ({ view }) => view.row.commits_count }),
      mergeError: t.string({ nullable: true, resolve: ({ view }) => view.row.merge_error }),
      mergeStatusEnum: t.string({ nullable: true, resolve: ({ view }) => view.row.merge_status.toUpperCase() }),
      detailedMergeStatus: t.string({
        nullable: true,
        resolve: ({ view: { readiness } }) => STATUS_NAMES[readiness.status] ?? readiness.status.toUpperCase(),
      }),
      conflicts: t.boolean({ nullable: false, resolve: ({ view }) => view.readiness.hasConflicts }),
      mergeable: t.boolean({ nullable: false, resolve: ({ view }) => view.readiness.isMergeable }),
      mergeCommitSha: t.string({ nullable: true, resolve: ({ view }) => view.row.merge_commit_sha }),
      squash: t.boolean({ nullable: false, resolve: ({ view }) => view.row.squash }),
      discussionLocked: t.boolean({ nullable: false, resolve: ({ view }) => view.row.is_discussion_locked }),
      allowCollaboration: t.boolean({ nullable: true, resolve: ({ view }) => view.row.allow_collaboration }),
      forceRemoveSourceBranch: t.boolean({
        nullable: true,
        resolve: ({ view }) => view.row.force_remove_source_branch,
      }),
      divergedFromTargetBranch: t.boolean({
        nullable: false,
        resolve: ({ view }) => view.row.diverged_commits_count > 0,
      }),
      userNotesCount: t.int({ nullable: true, resolve: ({ view }) => view.counts.notes }),
      resolvableDiscussionsCount: t.int({ nullable: true, resolve: ({ view }) => view.counts.threads }),
      resolvedDiscussionsCount: t.int({ nullable: true, resolve: ({ view }) => view.counts.resolvedThreads }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ view }) => view.row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ view }) => view.row.updated_at }),
      mergedAt: t.field({ type: 'Time', nullable: true, resolve: ({ view }) => view.row.merged_at }),
      closedAt: t.field({ type: 'Time', nullable: true, resolve: ({ view }) => view.row.closed_at }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean() },
        resolve: ({ view }, { full }) =>
          full ? referenceOf(view.project.full_path, view.row.iid) : `!${view.row.iid}`,
      }),
      webPath: t.string({ nullable: false, resolve: ({ view }) => pathOf(view.project.full_path, view.row.iid) }),
      webUrl: t.string({
        nullable: true,
        resolve: ({ view }, _args, { ctx }) => `${ctx.config.url}${pathOf(view.project.full_path, view.row.iid)}`,
      }),
      diffRefs: t.field({
        type: 'DiffRefs',
        nullable: true,
        resolve: ({ view: { version } }) =>
          version && { baseSha: version.base_sha, startSha: version.start_sha, headSha: version.head_sha },
      }),
    }),
  });
}

function addRelations(builder: GraphqlBuilder): void {
  builder.objectFields('MergeRequest', (t) => ({
    author: t.field({
      type: 'User',
      nullable: true,
      resolve: ({ view }) => (view.author ? (inRequest([view.author], view.row.id)[0] ?? null) : null),
    }),
    mergeUser: t.field({ type: 'User', nullable: true, resolve: ({ view }) => view.mergedBy }),
    assignees: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ view }, args) => sliceConnection(inRequest(view.assignees, view.row.id), args),
    }),
    reviewers: t.field({
      type: 'MergeRequestReviewerConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ view }, args) => {
        const users = view.reviewers.map((reviewer) => reviewer.user);
        return sliceConnection(inRequest(users, view.row.id), args);
      },
    }),
    labels: t.field({
      type: 'LabelConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ view }, args) => sliceConnection(view.labels, args),
    }),
    milestone: t.field({ type: 'Milestone', nullable: true, resolve: ({ view }) => view.milestone }),
    subscribed: t.boolean({
      nullable: false,
      resolve: ({ view }, _args, { ctx }) => isRowSubscribed(ctx, view),
    }),
    sourceBranchExists: t.boolean({
      nullable: false,
      resolve: async ({ view }, _args, { ctx }) => (await branchTips(ctx, view.row)).source !== undefined,
    }),
    targetBranchExists: t.boolean({
      nullable: false,
      resolve: async ({ detail }) => (await detail()).targetTip !== undefined,
    }),
    userPermissions: t.field({
      type: 'MergeRequestPermissions',
      nullable: false,
      resolve: async ({ view }, _args, { ctx }) => {
        const { id } = view.row;
        const found = await accessOfRow(ctx, id);
        if (!found) return { ...NOTHING, id };
        return {
          id,
          update: canUpdate(ctx.actor, found) === null,
          admin: canSetMetadata(ctx.actor, found.access) === null,
          ...(await branchPermissionsOfRow(ctx, found)),
          pick: canPickMerged(ctx, found),
          note: canCreateNote(ctx.actor, noteableOf(found)) === null,
        };
      },
    }),
  }));
}

export function addMergeRequestTypes(builder: GraphqlBuilder): void {
  addSmallTypes(builder);
  addFacts(builder);
  addRelations(builder);
  defineNoteableType('MergeRequest', present);
  addNoteableFields(builder, 'MergeRequest', {
    noteable: async (ctx, { view }) => {
      const found = await accessOfRow(ctx, view.row.id);
      return found && noteableOf(found);
    },
    counts: ({ view }) => view.counts,
  });
}
