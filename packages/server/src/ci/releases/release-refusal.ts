import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { protectedTagRefusal } from '../../repositories/index.ts';

/** Why the actor may not change the release of a tag, or null. */
export async function releaseRefusal(ctx: Context, access: ProjectAccess, tag: string): Promise<Refusal | null> {
  return can(ctx.actor, 'create_release', featureOf(access, 'repository')) ?? protectedTagRefusal(ctx, access, tag);
}
