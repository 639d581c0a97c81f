import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';

/** Branches of a fork whose owners let this user push to them, although they have no role there. */
export type BranchGrants = (ctx: Context, access: ProjectAccess) => Promise<ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();
let provider: BranchGrants = async () => NONE;

/** Called by the slice that knows why someone may push to a branch of someone else's fork. */
export function defineBranchGrants(grants: BranchGrants): Extension {
  return () => {
    provider = grants;
  };
}

/** Nothing where the user could not read the code, or where nobody may push at all. */
export async function grantedBranches(ctx: Context, access: ProjectAccess): Promise<ReadonlySet<string>> {
  const { forked_from_id: origin, is_read_only: isReadOnly, visibility } = access.project;
  if (ctx.actor.kind !== 'user' || origin === null || isReadOnly || visibility === 'private') return NONE;
  return isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository')) ? provider(ctx, access) : NONE;
}
