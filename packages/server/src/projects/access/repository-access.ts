import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from './project-access.ts';

/** Directory of the project's repository; throws repository_not_ready until it exists on disk. */
export function repositoryOf(ctx: Pick<Context, 'repositories'>, access: Pick<ProjectAccess, 'project'>): string {
  const { id, repository_state } = access.project;
  if (repository_state === 'failed') throw new AppError('not_found', { resource: 'Repository' });
  if (repository_state !== 'ready') throw new AppError('repository_not_ready');
  return ctx.repositories.directory(id);
}
