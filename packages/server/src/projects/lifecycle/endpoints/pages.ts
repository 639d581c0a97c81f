import type { ProjectEditPageData, ProjectNewPageData } from '@tributary/contract/projects/page.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { deletionPeriodDays } from '../../access/deletion-confirmation.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { projectReadOnlyReason } from '../../access/read-only.ts';
import { projectBadgeSettings } from '../../badges/reads/badges.ts';
import { namespacesForNewProject, projectVisibilities } from '../../namespaces/reads/namespace-choices.ts';
import { containerAvatarPath } from '../../container-avatar.ts';

const DEFAULT_BRANCH = 'main';

function choose(places: { id: number }[], wanted: string | null): number | null {
  return places.find((place) => String(place.id) === wanted)?.id ?? places[0]?.id ?? null;
}

const projectNew = definePage<{ policy: ProjectAccess['policy'] }, ProjectNewPageData>({
  kind: 'project_new',
  on: 'instance',
  path: 'projects/new',
  ability: 'create_personal_project',
  load: async ({ ctx, query }) => {
    const namespaces = await namespacesForNewProject(ctx);
    return {
      title: 'New project',
      breadcrumbs: [{ text: 'New project', href: '/projects/new' }],
      data: {
        namespaces,
        namespaceId: choose(namespaces, query.get('namespace_id')),
        defaultBranch: DEFAULT_BRANCH,
        baseUrl: ctx.config.url,
      },
    };
  },
});

const projectEdit = definePage<ProjectAccess, ProjectEditPageData>({
  kind: 'project_edit',
  on: 'project',
  path: 'edit',
  ability: 'read_project_settings',
  nav: 'project_edit',
  load: async ({ ctx, subject }) => {
    const { project, policy } = subject;
    const may = (ability: string) => isAllowed(ctx.actor, ability, policy);
    const targets = may('move_project') ? await namespacesForNewProject(ctx) : [];
    return {
      title: 'General settings',
      breadcrumbs: [{ text: 'General settings', href: `/${project.full_path}/-/edit` }],
      data: {
        project: settingsOf(subject),
        badges: await projectBadgeSettings(ctx, subject),
        visibilities: await projectVisibilities(ctx, project.namespace_id),
        transferTargets: targets.filter((target) => target.id !== project.namespace_id),
        baseUrl: ctx.config.url,
        can: {
          update: may('update_project'),
          changeVisibility: may('move_project'),
          rename: may('move_project'),
          archive: may('change_project_lifecycle') && project.marked_for_deletion_at === null,
          restore: may('change_project_lifecycle') && project.marked_for_deletion_at !== null,
          transfer: may('move_project'),
          delete: may('change_project_lifecycle'),
        },
        readOnly: await projectReadOnlyReason(ctx, project),
        deletionPeriodDays: await deletionPeriodDays(ctx),
      },
    };
  },
});

function settingsOf({ project }: ProjectAccess): ProjectEditPageData['project'] {
  return {
    id: project.id,
    name: project.name,
    path: project.path,
    fullPath: project.full_path,
    description: project.description,
    visibility: project.visibility,
    defaultBranch: project.default_branch,
    avatarUrl: containerAvatarPath('project', project.id, project.avatar_name),
    topics: project.topics,
    isArchived: project.archived_at !== null,
    repositoryAccessLevel: project.repository_access_level,
    issuesAccessLevel: project.issues_access_level,
    mergeRequestsAccessLevel: project.merge_requests_access_level,
    forkingAccessLevel: project.forking_access_level,
    issuesTemplate: project.issues_template ?? '',
    mergeRequestsTemplate: project.merge_requests_template ?? '',
    requestAccessEnabled: project.request_access_enabled,
  };
}

export const projectPages: Page[] = [projectNew, projectEdit];
