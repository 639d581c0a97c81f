import { AppError } from '@tributary/contract/errors/app-error.ts';
import { ACCESS_LEVELS } from '@tributary/contract/core/access-levels.ts';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { hasTrains } from '../../../projects/index.ts';

/** May the actor merge without waiting for the train: a maintainer always, others where the project allows it. */
export function maySkipTrain({ actor }: Context, { project, level }: MergeRequestAccess['access']): boolean {
  if (!hasTrains(project) || project.merge_trains_skip_train_allowed) return true;
  return level >= ACCESS_LEVELS.maintainer || (actor.kind === 'user' && actor.isAdmin);
}

export function refuseSkippingTrain(
  ctx: Context,
  { access }: Pick<MergeRequestAccess, 'access'>,
  { skipsTrain = false }: { skipsTrain?: boolean | undefined },
): void {
  if (skipsTrain && hasTrains(access.project) && !access.project.merge_trains_skip_train_allowed) {
    throw new AppError('merge_train_skip_not_allowed', {}, { status: 422 });
  }
  if (!maySkipTrain(ctx, access)) throw new AppError('merge_train_required');
}
