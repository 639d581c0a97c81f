import type { Config } from '../../../platform/config.ts';
import type { Context } from '../../../platform/context.ts';
import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { RestBasicProject, RestProject } from '@tributary/contract/projects/projects.ts';
import { toRestSharedWithGroups } from '../../group-links/render/to-rest.ts';
import { toRestNamespace } from '../../namespaces/render/to-rest.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import type { ProjectDetails, ProjectStatistics } from '../reads/project-details.ts';
import type { ProjectView } from '../reads/project-views.ts';

/** How this instance is reached. */
export type Addresses = { config: Pick<Config, 'url'>; ssh: Context['ssh'] };

export function toRestBasicProject(
  at: Addresses,
  view: ProjectView,
  readmeName: string | null = null,
): RestBasicProject {
  const { project, namespace } = view;
  const baseUrl = at.config.url;
  const webUrl = `${baseUrl}/${project.full_path}`;
  const branch = view.can.readCode ? project.default_branch : null;
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: view.nameWithNamespace,
    path: project.path,
    path_with_namespace: project.full_path,
    created_at: project.created_at.toISOString(),
    default_branch: branch,
    tag_list: project.topics,
    topics: project.topics,
    ssh_url_to_repo: at.ssh?.cloneUrl(project.full_path) ?? '',
    http_url_to_repo: `${webUrl}.git`,
    web_url: webUrl,
    readme_url: readmeName === null ? null : `${webUrl}/-/blob/${branch ?? 'HEAD'}/${encodeURIComponent(readmeName)}`,
    forks_count: project.forks_count,
    avatar_url: view.avatarUrl === null ? null : `${baseUrl}${view.avatarUrl}`,
    star_count: project.star_count,
    last_activity_at: project.last_activity_at.toISOString(),
    visibility: project.visibility,
    namespace: toRestNamespace(baseUrl, namespace),
  };
}

function links(baseUrl: string, id: number): Record<string, string> {
  const self = `${baseUrl}/api/v4/projects/${id}`;
  return {
    self,
    issues: `${self}/issues`,
    merge_requests: `${self}/merge_requests`,
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    members: `${self}/members`,
  };
}

/** What this server does not have is said to be off. */
const NOT_OFFERED = {
  container_registry_image_prefix: null,
  packages_enabled: false,
  repository_object_format: 'sha1',
  wiki_enabled: false,
  snippets_enabled: false,
  container_registry_enabled: false,
  service_desk_enabled: false,
  service_desk_address: null,
  wiki_access_level: 'disabled',
  snippets_access_level: 'disabled',
  pages_access_level: 'disabled',
  container_registry_access_level: 'disabled',
  releases_access_level: 'enabled',
  lfs_enabled: false,
  import_url: null,
  import_type: null,
  import_error: null,
  printing_merge_request_link_enabled: true,
  auto_devops_enabled: false,
  mirror: false,
} as const;

const NOTIFICATIONS_BY_DEFAULT = 3;

function grant(level: number) {
  return level === 0 ? null : { access_level: level, notification_level: NOTIFICATIONS_BY_DEFAULT };
}

/** A fork is an import to those who wait for its repository. */
function importStatus(project: ProjectView['project']): RestProject['import_status'] {
  if (project.repository_state === 'forking') return 'scheduled';
  if (project.forked_from_id === null) return 'none';
  return project.repository_state === 'failed' ? 'failed' : 'finished';
}

function toRestStatistics(statistics: ProjectStatistics): RestProject['statistics'] {
  return {
    commit_count: statistics.commitCount,
    storage_size: statistics.repositorySizeBytes,
    repository_size: statistics.repositorySizeBytes,
    wiki_size: 0,
    lfs_objects_size: 0,
    job_artifacts_size: 0,
    pipeline_artifacts_size: 0,
    packages_size: 0,
    snippets_size: 0,
    uploads_size: 0,
    container_registry_size: 0,
  };
}

export type ProjectExtras = {
  /** By project. */
  openIssues: Map<number, number>;
  /** Left out in lists. */
  details?: ProjectDetails | undefined;
  statistics?: ProjectStatistics | undefined;
};

function restCiSettingsOf({ ci_settings: stored }: ProjectView['project']) {
  const settings = readCiSettings(stored);
  const isRestricted = settings.ci_pipeline_variables_minimum_override_role !== 'developer';
  return { ...settings, restrict_user_defined_variables: isRestricted };
}

export function toRestProject(at: Addresses, view: ProjectView, extras: ProjectExtras): RestProject {
  const { project } = view;
  const marked = project.marked_for_deletion_at?.toISOString().slice(0, 10) ?? null;
  const { details, statistics } = extras;
  const baseUrl = at.config.url;
  return {
    ...NOT_OFFERED,
    shared_with_groups: toRestSharedWithGroups(view.sharedWith),
    import_status: importStatus(project),
    ...toRestBasicProject(at, view, details?.readmeName ?? null),
    ...(view.forkedFrom && { forked_from_project: toRestBasicProject(at, view.forkedFrom) }),
    _links: links(baseUrl, project.id),
    marked_for_deletion_at: marked,
    marked_for_deletion_on: marked,
    open_issues_count: extras.openIssues.get(project.id) ?? 0,
    empty_repo: details?.isEmpty ?? project.is_empty,
    archived: project.is_read_only,
    ...(view.owner && { owner: toRestUserBasic(baseUrl, view.owner) }),
    issues_enabled: project.issues_access_level !== 'disabled',
    issues_access_level: project.issues_access_level,
    merge_requests_enabled: project.merge_requests_access_level !== 'disabled',
    can_create_merge_request_in: view.can.createMergeRequest,
    repository_access_level: project.repository_access_level,
    // Pipelines and environments belong to the repository.
    jobs_enabled: project.repository_access_level !== 'disabled',
    builds_access_level: project.repository_access_level,
    environments_access_level: project.repository_access_level,
    ...restCiSettingsOf(project),
    merge_requests_access_level: project.merge_requests_access_level,
    forking_access_level: project.forking_access_level,
    creator_id: project.creator_id,
    updated_at: project.updated_at.toISOString(),
    only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved,
    prevent_merge_without_jira_issue: project.prevent_merge_without_jira_issue,
    only_allow_merge_if_all_status_checks_passed: project.only_allow_merge_if_all_status_checks_passed,
    resolve_outdated_diff_discussions: project.resolve_outdated_diff_discussions,
    merge_pipelines_enabled: project.merge_pipelines_enabled,
    merge_trains_enabled: project.merge_trains_enabled,
    merge_trains_skip_train_allowed: project.merge_trains_skip_train_allowed,
    only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_pipeline_succeeds,
    allow_merge_on_skipped_pipeline: project.allow_merge_on_skipped_pipeline,
    suggestion_commit_message: project.suggestion_commit_message,
    merge_commit_template: project.merge_commit_template,
    squash_commit_template: project.squash_commit_template,
    issues_template: project.issues_template,
    merge_requests_template: project.merge_requests_template,
    issue_branch_template: project.issue_branch_template,
    merge_request_title_regex: project.merge_request_title_regex,
    merge_request_title_regex_description: project.merge_request_title_regex_description,
    autoclose_referenced_issues: project.autoclose_referenced_issues,
    emails_disabled: !project.emails_enabled,
    emails_enabled: project.emails_enabled,
    request_access_enabled: project.request_access_enabled,
    remove_source_branch_after_merge: project.remove_source_branch_after_merge,
    merge_method: project.merge_method,
    squash_option: project.squash_option,
    ...(details?.roles && {
      permissions: { project_access: grant(details.roles.project), group_access: grant(details.roles.group) },
    }),
    ...(statistics && { statistics: toRestStatistics(statistics) }),
  };
}
