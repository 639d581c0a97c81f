import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { findMergeRequestAccess } from '../../merge-request-access.ts';
import { listIdsOfMilestone, updateMergeRequestRow } from '../../store/merge-requests.ts';
import { noteFieldChanges } from '../note-changes.ts';
import { announceUpdate } from '../announce-update.ts';

/** Requests whose milestone is about to be deleted lose it as by hand, also those that the actor may not see. */
export async function takeMilestoneOffRequests(ctx: Context, milestoneId: number): Promise<void> {
  for (const id of await listIdsOfMilestone(ctx.db, milestoneId)) {
    const found = await findMergeRequestAccess({ ...ctx, actor: SYSTEM }, id);
    if (!found) continue;
    const row = await updateMergeRequestRow(ctx.db, id, { milestone_id: null });
    await noteFieldChanges(ctx, found, row);
    await announceUpdate(ctx, row, ['milestone_id']);
  }
}
