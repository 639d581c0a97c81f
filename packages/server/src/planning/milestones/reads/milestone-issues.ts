import type { MilestoneIssue } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import { listIssuesOfMilestones } from '../milestone-store.ts';

const MAX_ISSUES = 1_000;

/** Issues of a project in these milestones, by milestone, for evidence of a release: without confidential ones. */
export async function issuesOfMilestones(
  ctx: Context,
  projectId: number,
  milestoneIds: readonly number[],
): Promise<Map<number, MilestoneIssue[]>> {
  const found = new Map<number, MilestoneIssue[]>();
  for (const row of await listIssuesOfMilestones(ctx.db, { projectId, milestoneIds, limit: MAX_ISSUES })) {
    const { milestone_id: id, state, created_at: createdAt, ...same } = row;
    const times = { created_at: createdAt.toISOString(), due_date: same.due_date };
    const issue = { ...same, ...times, state: state === 'closed' ? 'closed' : 'opened', confidential: false } as const;
    found.set(id, [...(found.get(id) ?? []), issue]);
  }
  return found;
}
