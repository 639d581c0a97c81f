import type { BulkUpdate, BulkUpdateResult } from '@tributary/contract/planning/bulk-update.ts';
import type { Context } from '../../../platform/context.ts';
import type { ContainerWithAncestors } from '../../planning-container.ts';
import { bulkChangeOf, bulkUpdate } from '../../shared/bulk-update.ts';
import { listIssues } from '../reads/list-issues.ts';
import { changeIssue } from './change-issue-state.ts';
import { setIssueSubscribed } from './set-issue-subscribed.ts';

/** Issues of the project, or of the projects of the group; each with the rights and rules of the changes of one. */
export async function bulkUpdateIssues(
  ctx: Context,
  place: ContainerWithAncestors,
  update: BulkUpdate,
): Promise<BulkUpdateResult> {
  const ids = update.issuable_ids;
  const { stateEvent, fields, isSubscribed } = await bulkChangeOf(ctx, place, update);
  const { items } = await listIssues(
    ctx,
    { ids, ...(place.kind === 'project' ? { projectId: place.id } : { namespaceId: place.id }) },
    { page: 1, perPage: ids.length, order: { by: 'created_at', direction: 'asc' } },
  );
  return bulkUpdate(ctx, {
    ids,
    listed: new Set(items.map(({ row }) => row.id)),
    resource: 'Issue',
    change: async (inner, issueId) => {
      if (stateEvent !== undefined || Object.values(fields).some((value) => value !== undefined)) {
        const { reviewerIds: _none, ...known } = fields;
        await changeIssue(inner, { issueId, stateEvent, fields: known });
      }
      if (isSubscribed !== undefined) await setIssueSubscribed(inner, { issueId, isSubscribed });
    },
  });
}
