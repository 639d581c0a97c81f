import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Identity } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { can, isVisible } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';

/** The project of an operation on its repository; not_found for who may not read the code. */
export async function loadForWriting(ctx: Context, projectId: number): Promise<ProjectAccess> {
  const access = await getProjectAccess(ctx, projectId);
  const code = featureOf(access, 'repository');
  const refusal = isVisible(ctx.actor, code) ? can(ctx.actor, 'pull_code', code) : null;
  if (refusal && refusal.code !== 'insufficient_scope') throw new AppError(refusal.code, refusal.params);
  return access;
}

export function pushRefusal(ctx: Context, access: ProjectAccess): Refusal | null {
  return can(ctx.actor, 'push_code', featureOf(access, 'repository'));
}

/** Who makes a commit through the product. */
export function committerOf(ctx: Context): Identity {
  const date = ctx.clock.now();
  if (ctx.actor.kind === 'user') return { name: ctx.actor.name, email: ctx.actor.email, date };
  return { name: 'Tributary', email: `noreply@${new URL(ctx.config.url).hostname}`, date };
}
