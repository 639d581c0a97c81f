import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { dependenciesOf, listMergeRequests } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type GraphqlMergeRequest, withDetail } from './found.ts';

export type BlockingRequests = { visible: GraphqlMergeRequest[]; hidden: number };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    BlockingMergeRequests: BlockingRequests;
  }
}

async function blockingOf(ctx: Context, mergeRequestId: number): Promise<BlockingRequests> {
  const { visible, hidden } = await dependenciesOf(ctx, mergeRequestId);
  if (visible.length === 0) return { visible: [], hidden };
  const ids = visible.map(({ row }) => row.id);
  const order = { by: 'created_at', direction: 'asc' } as const;
  const { items } = await listMergeRequests(ctx, { ids }, { page: 1, perPage: ids.length, order });
  return { visible: items.map((view) => withDetail(ctx, view)), hidden };
}

/** What a merge request depends on. */
export function addDependencyFields(builder: GraphqlBuilder): void {
  builder.objectType('BlockingMergeRequests', {
    fields: (t) => ({
      hiddenCount: t.int({
        nullable: false,
        description: 'Merge requests that are not merged and not visible to the current user.',
        resolve: ({ hidden }) => hidden,
      }),
      totalCount: t.int({ nullable: false, resolve: ({ visible, hidden }) => visible.length + hidden }),
      visibleMergeRequests: t.field({
        type: ['MergeRequest'],
        nullable: { list: true, items: false },
        resolve: ({ visible }) => visible,
      }),
    }),
  });
  builder.objectField('MergeRequest', 'blockingMergeRequests', (t) =>
    t.field({
      type: 'BlockingMergeRequests',
      nullable: true,
      resolve: ({ view }, _args, { ctx }) => blockingOf(ctx, view.row.id),
    }),
  );
}
