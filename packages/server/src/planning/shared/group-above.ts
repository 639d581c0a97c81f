import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { loadPlace, type Place } from '../planning-place.ts';

/** The group that a project is directly in, for what is promoted to it. */
export async function groupAbove(ctx: Context, project: Place, what: 'label' | 'milestone'): Promise<Place> {
  const above = project.ancestors.at(-1);
  if (!above) throw new AppError('promotion_without_group', { what });
  return loadPlace(ctx, { kind: 'group', id: above.id });
}
