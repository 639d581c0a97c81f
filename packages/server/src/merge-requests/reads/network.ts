import type { Context } from '../../platform/context.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { listFamily } from '../../repositories/index.ts';

/** This project first, then its forks and what it was forked from, as far as the actor may read them. */
export async function listNetwork(ctx: Context, access: ProjectAccess): Promise<ProjectAccess[]> {
  const family = await listFamily(ctx, access);
  return [access, ...family.filter((each) => each.project.id !== access.project.id)];
}
