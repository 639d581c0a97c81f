import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { mapUsersByConfirmedEmail } from '../../../accounts/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import { orNull } from '../../../endpoints/graphql/or-null.ts';
import { addCurrentUserTodos } from '../../../notifications/index.ts';
import { addTimelogsOf } from '../../../planning/index.ts';
import type { Context } from '../../../platform/context.ts';
import {
  trackTime,
  listMergeRequests,
  openRequestsByProject,
  type MergeRequestView,
  commitPage,
  requestIsReadable,
} from '../../../merge-requests/index.ts';
import { type GraphqlMergeRequest, present, withDetail } from './found.ts';

const MAX_COMMITS = 1_000;

/** Who committed what is in the newest version, as far as their addresses are known. */
async function committersOf(ctx: Context, { row }: MergeRequestView): Promise<UserView[]> {
  const { items } = await commitPage(ctx, row, { page: 1, perPage: MAX_COMMITS });
  const emails = items.map((commit) => commit.committer_email);
  const users = await mapUsersByConfirmedEmail(ctx, emails);
  return [...new Map([...users.values()].map((user) => [user.id, user])).values()];
}

const openRequestsOf = inOneGo<number, number>(async (ctx, projectIds) => {
  const counts = await openRequestsByProject(ctx, projectIds);
  return projectIds.map((id) => counts.get(id) ?? 0);
});

const requestOf = inOneGo<number, GraphqlMergeRequest | null>(async (ctx, ids) => {
  const order = { by: 'created_at', direction: 'asc' } as const;
  const wanted = [...new Set(ids)];
  const { items } = await listMergeRequests(ctx, { ids: wanted }, { page: 1, perPage: wanted.length, order });
  const found = new Map(items.map((view) => [view.row.id, withDetail(ctx, view)]));
  return ids.map((id) => found.get(id) ?? null);
});

/** What clients ask of a merge request beside the rest, the request by its id, and how many a project has open. */
export function addMoreFields(builder: GraphqlBuilder): void {
  addCurrentUserTodos(builder, 'MergeRequest', ({ view }) => view.row.id);
  addTimelogsOf(builder, 'MergeRequest', {
    idOf: ({ view }) => view.row.id,
    change: (ctx, mergeRequestId, change) => trackTime(ctx, { mergeRequestId, change }),
    isReadable: requestIsReadable,
  });
  builder.objectField('Timelog', 'mergeRequest', (t) =>
    t.field({
      type: 'MergeRequest',
      nullable: true,
      resolve: (entry, _args, { ctx }) =>
        entry.noteable_type === 'MergeRequest' ? requestOf(ctx, entry.noteable_id) : null,
    }),
  );
  builder.objectFields('MergeRequest', (t) => ({
    preparedAt: t.field({ type: 'Time', nullable: true, resolve: ({ view }) => view.row.prepared_at }),
    rebaseCommitSha: t.string({
      nullable: true,
      description: 'Always false. A rebase finishes before the response is sent.',
      resolve: () => null,
    }),
    inProgressMergeCommitSha: t.string({
      nullable: true,
      description: 'Not available during the merge. See mergeCommitSha.',
      resolve: () => null,
    }),
    mergeWhenPipelineSucceeds: t.boolean({
      nullable: true,
      resolve: async ({ widget }) => (await widget()).auto_merge_enabled,
    }),
    committers: t.field({
      type: 'UserConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ view }, args, { ctx }) => sliceConnection(await committersOf(ctx, view), args),
    }),
  }));
  builder.objectField('Project', 'openMergeRequestsCount', (t) =>
    t.int({
      nullable: true,
      description: 'Only merge requests you can see.',
      resolve: ({ project }, _args, { ctx }) => openRequestsOf(ctx, project.id),
    }),
  );
  builder.queryField('mergeRequest', (t) =>
    t.field({
      type: 'MergeRequest',
      nullable: true,
      args: { id: t.arg({ type: 'MergeRequestID', required: true }) },
      resolve: (_root, { id }, asked) => orNull(asked, () => present(asked.ctx, parseNumericId(id, 'MergeRequest'))),
    }),
  );
}
