import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { publishMergeRequestChange } from '../notifications/publish-merge-request-change.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** Tells of changed fields, in the transaction that changes them. */
export async function announceUpdate(ctx: Context, row: MergeRequestRow, changed: string[]): Promise<void> {
  await emit(ctx, 'merge_request.updated', { mergeRequestId: row.id, projectId: row.target_project_id, changed });
  await publishMergeRequestChange(ctx, row.id, changed);
}
