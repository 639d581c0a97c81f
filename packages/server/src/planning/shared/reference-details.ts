import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listMilestonesFor } from '../milestones/reads/list-milestones.ts';

export type Referred = { id: number; assigneeIds: readonly number[]; milestoneId: number | null };

/** What a summary of things says behind their titles: who works on each, and for what. By id. */
export async function referenceDetails(ctx: Context, things: readonly Referred[]): Promise<Map<number, string[]>> {
  const [users, milestones] = await Promise.all([
    listUsersByIds(
      ctx,
      things.flatMap((thing) => thing.assigneeIds),
    ),
    listMilestonesFor(
      ctx,
      things.flatMap((thing) => thing.milestoneId ?? []),
    ),
  ]);
  const names = new Map(users.map((user) => [user.id, user.name]));
  const titles = new Map(milestones.map((milestone) => [milestone.id, milestone.title]));
  return new Map(
    things.map(({ id, assigneeIds, milestoneId }) => {
      const assignees = assigneeIds.flatMap((userId) => names.get(userId) ?? []).join(', ');
      const milestone = titles.get(milestoneId ?? 0);
      return [id, [...(assignees ? [assignees] : []), ...(milestone === undefined ? [] : [milestone])]];
    }),
  );
}
