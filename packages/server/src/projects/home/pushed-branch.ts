import type { Extension } from '../../platform/extensions.ts';
import type { PushedBranch } from '@tributary/contract/projects/repository-page.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../access/project-access.ts';

type FindPushedBranch = (ctx: Context, access: ProjectAccess) => Promise<PushedBranch | null>;

const sources: FindPushedBranch[] = [];

/** Registers who knows of a branch that the reader pushed and has not proposed; merge requests do. */
export function definePushedBranch(find: FindPushedBranch): Extension {
  return () => {
    sources.push(find);
  };
}

export async function pushedBranchOf(ctx: Context, access: ProjectAccess): Promise<PushedBranch | null> {
  for (const find of sources) {
    const found = await find(ctx, access);
    if (found) return found;
  }
  return null;
}
