import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { findLabels } from '../labels/operations/find-labels.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import { findMilestone } from '../milestones/reads/list-milestones.ts';

/** What to do with the labels: replace them all, or add and remove some. Names. */
export type LabelsInput = { set?: string[]; add?: string[]; remove?: string[] };

/** Ids after the wish is fulfilled. Of a scope (`type::bug`) the one named last stays alone. */
export async function resolveLabels(
  ctx: Context,
  access: ProjectAccess,
  wish: LabelsInput,
  currentIds: readonly number[],
): Promise<number[]> {
  const start = wish.set
    ? await findLabels(ctx, access.project.id, { names: wish.set })
    : await listLabelsFor(ctx, currentIds);
  const added = await findLabels(ctx, access.project.id, { names: wish.add ?? [] });
  const removed = new Set(wish.remove);
  const kept = new Map<string, number>();
  for (const label of [...start, ...added]) {
    if (removed.has(label.name)) continue;
    // Deleting first moves the winner to the end, so that the order stays that of the last mention.
    const key = label.scope === null ? `name:${label.name}` : `scope:${label.scope}`;
    kept.delete(key);
    kept.set(key, label.id);
  }
  return [...kept.values()];
}

/** The id behind a title; null for an empty one. */
export async function milestoneIdOf(ctx: Context, projectId: number, title: string | null): Promise<number | null> {
  if (title === null || title === '') return null;
  const found = await findMilestone(ctx, projectId, { title });
  return found?.id ?? failFields({ milestone: ['is invalid'] });
}

/** The id when such a milestone can be used here; null for none. Throws for one that belongs elsewhere. */
export async function resolveMilestone(
  ctx: Context,
  access: ProjectAccess,
  id: number | null | undefined,
): Promise<number | null> {
  if (!id) return null;
  const found = await findMilestone(ctx, access.project.id, { id });
  return found?.id ?? failFields({ milestone_id: ['is invalid'] });
}
