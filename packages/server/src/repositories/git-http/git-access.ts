import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { refuseInMaintenance } from '../../platform/maintenance.ts';
import { guard } from '../../platform/operation.ts';
import { authorize, can } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { grantedBranches } from '../protection/branch-grants.ts';
import type { GitService } from './rules/git-address.ts';

/** For git clients, to whom hidden and absent projects look the same. */
export const PROJECT_NOT_FOUND =
  'The project you were looking for could not be found or you do not have permission to view it.';
export const LFS_IS_OFF =
  'Git LFS is not enabled on this server. Commit the files directly, or store large files elsewhere.';

/** Why nothing at all may be pushed here, or null: each ref is asked about once it is known. */
async function pushRefusal(ctx: Context, access: ProjectAccess): Promise<Refusal | null> {
  const refusal = can(ctx.actor, 'push_code', featureOf(access, 'repository'));
  if (refusal?.code !== 'forbidden') return refusal;
  return (await grantedBranches(ctx, access)).size > 0 ? null : refusal;
}

/**
 * The project a git client may use this service on. To someone who is not signed in everything that is refused looks the
 * same, there or not: `unauthenticated`, so that git asks for a name. Signed in, hidden and absent are one not_found.
 */
export async function getGitAccess(ctx: Context, fullPath: string, service: GitService): Promise<ProjectAccess> {
  try {
    const access = await getProjectAccess(ctx, fullPath);
    // First, so that who may not even read the code learns nothing from a push.
    authorize(ctx.actor, 'pull_code', featureOf(access, 'repository'));
    if (service === 'git-receive-pack') await refuseInMaintenance(ctx);
    if (service === 'git-receive-pack') guard(await pushRefusal(ctx, access));
    repositoryOf(ctx, access);
    return access;
  } catch (error) {
    const isExpected = error instanceof AppError && error.kind !== 'unavailable' && error.code !== 'moved';
    if (isExpected && ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated', {}, { cause: error });
    throw error;
  }
}
