import type { BulkUpdate, BulkUpdateResult } from '@tributary/contract/planning/bulk-update.ts';
import { bulkChangeOf, bulkUpdate, type ContainerWithAncestors } from '../../../planning/index.ts';
import type { Context } from '../../../platform/context.ts';
import { listMergeRequests } from '../../reads/list-merge-requests.ts';
import { changeMergeRequest } from './change-merge-request.ts';
import { setSubscribed } from './subscribe.ts';

/** Merge requests of the project, or of the projects of the group; each with the rights and rules of the changes of one. */
export async function bulkUpdateMergeRequests(
  ctx: Context,
  place: ContainerWithAncestors,
  update: BulkUpdate,
): Promise<BulkUpdateResult> {
  const ids = update.issuable_ids;
  const { stateEvent, fields, isSubscribed } = await bulkChangeOf(ctx, place, update);
  const { items } = await listMergeRequests(
    ctx,
    { ids, ...(place.kind === 'project' ? { projectId: place.id } : { namespaceId: place.id }) },
    { page: 1, perPage: ids.length, order: { by: 'created_at', direction: 'asc' } },
  );
  return bulkUpdate(ctx, {
    ids,
    listed: new Set(items.map(({ row }) => row.id)),
    resource: 'Merge request',
    change: async (inner, mergeRequestId) => {
      if (stateEvent !== undefined || Object.values(fields).some((value) => value !== undefined)) {
        await changeMergeRequest(inner, { mergeRequestId, stateEvent, fields });
      }
      if (isSubscribed !== undefined) await setSubscribed(inner, { mergeRequestId, isSubscribed });
    },
  });
}
