import type { ProjectHead } from '@tributary/contract/projects/repository-views.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess, projectReadOnlyReason } from '../../projects/index.ts';

export function avatarUrlOf(project: { id: number; avatar_name: string | null }): string | null {
  return project.avatar_name === null ? null : `/uploads/-/system/project/avatar/${project.id}/${project.avatar_name}`;
}

/** What a project forked from, unless the actor may not see it (any more). */
async function forkedFrom(ctx: Context, access: ProjectAccess): Promise<ProjectHead['forkedFrom']> {
  const id = access.project.forked_from_id;
  if (id === null) return null;
  try {
    const { project } = await getProjectAccess(ctx, id);
    return { name: project.name, fullPath: project.full_path, href: repositoryPaths.project(project.full_path) };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
}

export async function projectHead(ctx: Context, access: ProjectAccess): Promise<ProjectHead> {
  const { project } = access;
  return {
    id: project.id,
    name: project.name,
    fullPath: project.full_path,
    description: project.description,
    visibility: project.visibility,
    readOnly: await projectReadOnlyReason(ctx, project),
    topics: project.topics,
    avatarUrl: avatarUrlOf(project),
    starCount: project.star_count,
    forksCount: project.forks_count,
    lastActivityAt: project.last_activity_at.toISOString(),
    forkedFrom: await forkedFrom(ctx, access),
  };
}
