import type { NewLabels } from '../../../notifications/index.ts';
import type { Context } from '../../../platform/context.ts';
import { listLabelSubscribers } from '../subscription-store.ts';
import { listLabelsFor } from './list-labels.ts';

/** Labels on a thing of the project, with those who want to hear of them there. Their rights are asked when they are told. */
export async function newLabels(ctx: Context, projectId: number, ids: readonly number[]): Promise<NewLabels> {
  return { ids, followers: await listLabelSubscribers(ctx.db, ids, projectId) };
}

/** Names of those labels that a thing with `present` still has, in the order of the alphabet. */
export async function namesOfThose(
  ctx: Context,
  labelIds: readonly number[],
  present: readonly number[],
): Promise<string[]> {
  const labels = await listLabelsFor(
    ctx,
    labelIds.filter((id) => present.includes(id)),
  );
  return labels.map((label) => label.name).toSorted((a, b) => a.localeCompare(b));
}
