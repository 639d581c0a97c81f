import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { Page } from '@tributary/contract/core/paging.ts';
import type { ProjectPipelineStatus } from '@tributary/contract/projects/commit-statuses.ts';
import type { GroupCard, ListPaging, ProjectCard } from '@tributary/contract/projects/page.ts';
import type { ProjectView } from '../lifecycle/reads/project-views.ts';
import type { NamespaceView } from '../namespaces/reads/namespace-views.ts';

function roleName(level: number): string | null {
  return level === 0 ? null : accessLevelName(level);
}

/** With the newest pipelines of their default branches, by project. */
export function toProjectCards(
  views: readonly ProjectView[],
  pipelines: ReadonlyMap<number, ProjectPipelineStatus>,
): ProjectCard[] {
  return views.map((view) => toProjectCard(view, pipelines.get(view.project.id) ?? null));
}

function toProjectCard(view: ProjectView, pipeline: ProjectCard['pipeline']): ProjectCard {
  const { project, namespace } = view;
  return {
    id: project.id,
    name: project.name,
    fullPath: project.full_path,
    href: `/${project.full_path}`,
    avatarUrl: view.avatarUrl,
    namespaceName: namespace.fullName,
    description: project.description,
    visibility: project.visibility,
    archived: project.is_read_only,
    starCount: project.star_count,
    forksCount: project.forks_count,
    starred: view.isStarred,
    lastActivityAt: project.last_activity_at.toISOString(),
    role: roleName(view.level),
    topics: project.topics,
    pipeline,
  };
}

export function toGroupCard(view: NamespaceView): GroupCard {
  return {
    id: view.id,
    name: view.name,
    fullPath: view.fullPath,
    href: `/${view.fullPath}`,
    avatarUrl: view.avatarUrl,
    description: view.description,
    visibility: view.visibility,
    projectCount: view.projectCount,
    subgroupCount: view.subgroupCount,
    role: roleName(view.level),
  };
}

export function toPaging(page: Page<unknown>): ListPaging {
  return { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext };
}
