import type { Context } from '../../platform/context.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import { listMilestonesFor } from '../milestones/reads/list-milestones.ts';

type Wanted = { labelIds: readonly number[]; milestoneIds: readonly (number | null)[] };

/** Labels and milestones that rows of a list name, by id; both asked for at the same time. */
export async function labelsAndMilestones(ctx: Context, { labelIds, milestoneIds }: Wanted) {
  const [labels, milestones] = await Promise.all([
    listLabelsFor(ctx, labelIds),
    listMilestonesFor(
      ctx,
      milestoneIds.filter((id) => id !== null),
    ),
  ]);
  return {
    labels: new Map(labels.map((label) => [label.id, label])),
    milestones: new Map(milestones.map((milestone) => [milestone.id, milestone])),
  };
}
