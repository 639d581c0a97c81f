import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../access/project-access.ts';
import { repositoryOf } from '../repository/repository-access.ts';
import type { GitService } from './rules/git-address.ts';

/**
 * The project a git client may use this service on. To somebody who is not signed in everything that is refused looks the
 * same, there or not: `unauthenticated`, so that git asks for a name. Signed in, hidden and absent are one not_found.
 */
export async function getGitAccess(ctx: Context, fullPath: string, service: GitService): Promise<ProjectAccess> {
  try {
    const access = await getProjectAccess(ctx, fullPath);
    // First, so that who may not even read the code learns nothing from a push.
    authorize(ctx.actor, 'pull_code', featureOf(access, 'repository'));
    if (service === 'git-receive-pack') authorize(ctx.actor, 'push_code', featureOf(access, 'repository'));
    repositoryOf(ctx, access);
    return access;
  } catch (error) {
    const isExpected = error instanceof AppError && error.kind !== 'unavailable' && error.code !== 'moved';
    if (isExpected && ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated', {}, { cause: error });
    throw error;
  }
}
