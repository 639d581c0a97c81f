import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listMilestonesFor } from '../milestones/reads/list-milestones.ts';

type Referred = { id: number; milestone_id: number | null };

/** What a summary of things says behind their titles: who works on each, and for what. By id. */
export async function referenceDetails(
  ctx: Context,
  rows: readonly Referred[],
  assigneesOf: (ids: number[]) => Promise<ReadonlyMap<number, readonly { userId: number }[]>>,
): Promise<Map<number, string[]>> {
  if (rows.length === 0) return new Map();
  const assignees = await assigneesOf(rows.map(({ id }) => id));
  const [users, milestones] = await Promise.all([
    listUsersByIds(
      ctx,
      [...assignees.values()].flat().map(({ userId }) => userId),
    ),
    listMilestonesFor(
      ctx,
      rows.flatMap((row) => row.milestone_id ?? []),
    ),
  ]);
  const names = new Map(users.map((user) => [user.id, user.name]));
  const titles = new Map(milestones.map((milestone) => [milestone.id, milestone.title]));
  return new Map(
    rows.map(({ id, milestone_id: milestoneId }) => {
      const assigned = (assignees.get(id) ?? []).flatMap(({ userId }) => names.get(userId) ?? []).join(', ');
      const milestone = titles.get(milestoneId ?? 0);
      return [id, [...(assigned ? [assigned] : []), ...(milestone === undefined ? [] : [milestone])]];
    }),
  );
}
