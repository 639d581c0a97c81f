import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { findIssueAccess } from '../issue-access.ts';
import { listIssueIdsOfMilestone, updateIssueRow } from '../store/issues.ts';
import { noteIssueFields } from './note-issue-changes.ts';
import { announceIssue } from './update-issue.ts';

/** Issues whose milestone is about to be deleted lose it as by hand, also those that the actor may not see. */
export async function takeMilestoneOffIssues(ctx: Context, milestoneId: number): Promise<void> {
  for (const id of await listIssueIdsOfMilestone(ctx.db, milestoneId)) {
    const found = await findIssueAccess({ ...ctx, actor: SYSTEM }, id);
    if (!found) continue;
    const row = await updateIssueRow(ctx.db, id, { milestone_id: null });
    await noteIssueFields(ctx, found, row);
    await announceIssue(ctx, row, ['milestone_id']);
  }
}
