import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { loadContainer, type ContainerWithAncestors } from '../planning-container.ts';

/** The group that a project is directly in, for what is promoted to it. */
export async function groupAbove(
  ctx: Context,
  project: ContainerWithAncestors,
  what: 'label' | 'milestone',
): Promise<ContainerWithAncestors> {
  const above = project.ancestors.at(-1);
  if (!above) throw new AppError('promotion_without_group', { what });
  return loadContainer(ctx, { kind: 'group', id: above.id });
}

type PromotionAbility = 'admin_labels' | 'admin_milestones';

/** Whoever promotes changes both what the project and what the group has. */
export function canPromote(
  ctx: Context,
  project: ContainerWithAncestors,
  group: ContainerWithAncestors,
  ability: PromotionAbility,
): Refusal | null {
  return can(ctx.actor, ability, project.policy) ?? can(ctx.actor, ability, group.policy);
}

/** The group that the actor may promote to from here, for pages that offer it. */
export async function promotionGroup(
  ctx: Context,
  place: ContainerWithAncestors,
  ability: PromotionAbility,
): Promise<ContainerWithAncestors | null> {
  if (place.kind !== 'project' || place.ancestors.length === 0 || can(ctx.actor, ability, place.policy)) return null;
  try {
    const group = await groupAbove(ctx, place, ability === 'admin_labels' ? 'label' : 'milestone');
    return canPromote(ctx, place, group, ability) ? null : group;
  } catch (error) {
    // Members of the project alone may not see its group.
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
}
