import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { canChangeTag, canPushToBranch, mergeLevelAllows } from '../../repositories/index.ts';

/**
 * Why the actor cannot run jobs on a ref, or null. Jobs of a protected branch need the right to push or merge to it, those of a
 * protected tag the right to create it: they get the protected variables.
 */
export async function runRefusal(
  ctx: Context,
  access: ProjectAccess,
  { ref, isTag }: { ref: string; isTag: boolean },
): Promise<Refusal | null> {
  const denied = can(ctx.actor, 'update_pipeline', featureOf(access, 'repository'));
  if (denied) return denied;
  if (isTag) return canChangeTag(ctx, access, ref, 'create');
  if (await mergeLevelAllows(ctx, access, ref)) return null;
  return canPushToBranch(ctx, access, ref);
}

export const mayRunJobs = async (
  ctx: Context,
  access: ProjectAccess,
  ref: { ref: string; isTag: boolean },
): Promise<boolean> => (await runRefusal(ctx, access, ref)) === null;
