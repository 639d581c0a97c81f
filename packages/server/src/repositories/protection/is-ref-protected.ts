import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { loadBranchRights } from './branch-rights.ts';
import { loadTagRights } from './tags/tag-rights.ts';

/** Whether rules of the project protect this branch or tag. */
export async function isRefProtected(
  ctx: Context,
  access: ProjectAccess,
  ref: { name: string; isTag: boolean },
): Promise<boolean> {
  const rights = ref.isTag ? await loadTagRights(ctx, access) : await loadBranchRights(ctx, access);
  return rights.isProtected(ref.name);
}
