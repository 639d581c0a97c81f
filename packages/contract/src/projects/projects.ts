import { customAttributesFilter } from '../accounts/custom-attributes.ts';
import { z } from 'zod';
import { ciSettingFields, restCiSettings } from '../ci/ci-settings-input.ts';
import { FEATURE_LEVELS, VISIBILITIES } from '../core/access-levels.ts';
import { ignored } from '../core/ignored.ts';
import {
  boolInput,
  dateInput,
  filledText,
  idInput,
  idListInput,
  intInput,
  listInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';
import { restUserBasic } from '../accounts/rest.ts';
import { restSharedWithGroup } from './namespaces.ts';

const visibility = z.enum(VISIBILITIES);
const featureLevel = z.enum(FEATURE_LEVELS);
const minAccessLevel = intInput.refine((value) => [10, 20, 30, 40, 50].includes(value));
/** Of the message of a commit; empty for the usual one. */
const commitTemplate = z.string().max(500).nullish();
/** What a new description begins with. */
const descriptionTemplate = z.string().max(1_000_000).nullish();

export const PROJECT_ORDERS = [
  'id',
  'name',
  'path',
  'created_at',
  'updated_at',
  'last_activity_at',
  'similarity',
  'star_count',
  'repository_size',
] as const;
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

export const listProjectsInput = z.strictObject({
  ...pagingInput,
  pagination: z.enum(['keyset', 'legacy', 'offset']).optional(),
  /** 0 begins a walk upwards, and ends one downwards. */
  id_after: intInput.refine((value) => value >= 0).optional(),
  id_before: intInput.refine((value) => value >= 0).optional(),
  order_by: z.enum(PROJECT_ORDERS).default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  archived: boolInput.optional(),
  visibility: visibility.optional(),
  search: z.string().optional(),
  search_namespaces: boolInput.default(false),
  owned: boolInput.default(false),
  starred: boolInput.default(false),
  membership: boolInput.default(false),
  with_issues_enabled: boolInput.optional(),
  with_merge_requests_enabled: boolInput.default(false),
  with_programming_language: z.string().optional(),
  min_access_level: minAccessLevel.optional(),
  last_activity_after: timeInput.optional(),
  last_activity_before: timeInput.optional(),
  updated_after: timeInput.optional(),
  updated_before: timeInput.optional(),
  topic: listInput.optional(),
  simple: boolInput.default(false),
  statistics: boolInput.default(false),
  active: boolInput.optional(),
  // None is brought in from elsewhere, waits for its removal or has broken sums: asking for those finds nothing.
  imported: boolInput.optional(),
  marked_for_deletion_on: dateInput.optional(),
  wiki_checksum_failed: boolInput.optional(),
  repository_checksum_failed: boolInput.optional(),
  custom_attributes: customAttributesFilter,
  ...ignored('with_custom_attributes', 'include_hidden', 'include_pending_delete', 'repository_storage'),
});
export type ListProjectsInput = z.output<typeof listProjectsInput>;

const settings = {
  description: z.string().max(2_000).nullish(),
  visibility: visibility.optional(),
  default_branch: filledText.optional(),
  topics: listInput.optional(),
  tag_list: listInput.optional(),
  issues_enabled: boolInput.optional(),
  merge_requests_enabled: boolInput.optional(),
  repository_access_level: featureLevel.optional(),
  issues_access_level: featureLevel.optional(),
  merge_requests_access_level: featureLevel.optional(),
  forking_access_level: featureLevel.optional(),
  remove_source_branch_after_merge: boolInput.optional(),
  only_allow_merge_if_all_discussions_are_resolved: boolInput.optional(),
  only_allow_merge_if_all_status_checks_passed: boolInput.optional(),
  prevent_merge_without_jira_issue: boolInput.optional(),
  /** Where issues of Jira are, and the keys of its projects (`ABC,OPS`); also `…/integrations/jira`. */
  jira_url: z.string().max(2_048).nullish(),
  jira_project_keys: z.string().max(1_000).nullish(),
  resolve_outdated_diff_discussions: boolInput.optional(),
  merge_pipelines_enabled: boolInput.optional(),
  merge_trains_enabled: boolInput.optional(),
  merge_trains_skip_train_allowed: boolInput.optional(),
  only_allow_merge_if_pipeline_succeeds: boolInput.optional(),
  allow_merge_on_skipped_pipeline: boolInput.optional(),
  suggestion_commit_message: z.string().max(1_000).nullish(),
  merge_method: z.enum(['merge', 'rebase_merge', 'ff']).optional(),
  squash_option: z.enum(['never', 'always', 'default_on', 'default_off']).optional(),
  merge_commit_template: commitTemplate,
  squash_commit_template: commitTemplate,
  issues_template: descriptionTemplate,
  merge_requests_template: descriptionTemplate,
  issue_branch_template: z.string().max(255).nullish(),
  /** Merge requests whose title does not match this RE2 expression are not merged; set with its description. */
  merge_request_title_regex: z.string().max(255).nullish(),
  merge_request_title_regex_description: z.string().max(255).nullish(),
  autoclose_referenced_issues: boolInput.optional(),
  emails_enabled: boolInput.optional(),
  /** Whether users may ask for a role. */
  request_access_enabled: boolInput.optional(),
  /** The older name of the opposite. */
  emails_disabled: boolInput.optional(),
  ...ciSettingFields,
  // Settings of features that this server does not have; the answer says what is true.
  ...ignored(
    'analytics_access_level',
    'approvals_before_merge',
    'auto_devops_enabled',
    'builds_access_level',
    'container_registry_access_level',
    'container_registry_enabled',
    'environments_access_level',
    'external_authorization_classification_label',
    'feature_flags_access_level',
    'infrastructure_access_level',
    'jobs_enabled',
    'lfs_enabled',
    'mirror',
    'mirror_overwrites_diverged_branches',
    'mirror_trigger_builds',
    'model_experiments_access_level',
    'model_registry_access_level',
    'monitor_access_level',
    'only_mirror_protected_branches',
    'operations_access_level',
    'package_registry_access_level',
    'packages_enabled',
    'pages_access_level',
    'printing_merge_request_link_enabled',
    'protect_merge_request_pipelines',
    'releases_access_level',
    'requirements_access_level',
    'security_and_compliance_access_level',
    'service_desk_enabled',
    'snippets_access_level',
    'snippets_enabled',
    'wiki_access_level',
    'wiki_enabled',
  ),
  // How pipelines run and what is kept of them cannot be chosen here.
  ...ignored(
    'allow_pipeline_trigger_approve_deployment',
    'auto_devops_deploy_strategy',
    'ci_display_pipeline_variables',
    'ci_forward_deployment_enabled',
    'ci_forward_deployment_rollback_allowed',
    'ci_id_token_sub_claim_components',
    'ci_job_token_scope_enabled',
    'ci_push_repository_for_job_token_allowed',
    'ci_restrict_pipeline_cancellation_role',
    'container_expiration_policy_attributes',
    'max_pages_size',
    'repository_storage',
    'resource_group_default_process_mode',
    'runner_token_expiration_interval',
    'show_diff_preview_in_email',
    'warn_about_potentially_unwanted_characters',
  ),
};

export const createProjectInput = z.strictObject({
  name: filledText.optional(),
  path: filledText.optional(),
  namespace_id: idInput.optional(),
  initialize_with_readme: boolInput.default(false),
  /** Refused: nothing can be imported from an address. */
  import_url: z.string().optional(),
  /** An image, as the file of a multipart form; an empty text is none. */
  avatar: z.literal('').optional(),
  ...settings,
});
export type CreateProjectInput = z.output<typeof createProjectInput>;

export const deleteProjectInput = z.strictObject({
  /** The project's path again, needed with `permanently_remove`; a wrong one is refused. */
  full_path: z.string().optional(),
  /** A project is always removed permanently; this only asks for its path as a confirmation. */
  permanently_remove: boolInput.optional(),
});

export const updateProjectInput = z.strictObject({
  name: z.string().optional(),
  path: z.string().optional(),
  /** An empty text removes the avatar; an image is sent as the file of a multipart form. */
  avatar: z.literal('').optional(),
  ...settings,
});
export type UpdateProjectInput = z.output<typeof updateProjectInput>;

export const getProjectInput = z.strictObject({
  statistics: boolInput.default(false),
  license: boolInput.optional(),
  ...ignored('with_custom_attributes', 'custom_attributes'),
});

export const transferProjectInput = z.strictObject({
  namespace: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((value) => value !== ''),
});

export const listProjectGroupsInput = z.strictObject({
  ...pagingInput,
  search: z.string().optional(),
  skip_groups: idListInput.optional(),
  with_shared: boolInput.default(false),
  shared_visible_only: boolInput.default(false),
  shared_min_access_level: intInput.refine((value) => [10, 20, 30, 40, 50].includes(value)).optional(),
});

const time = z.iso.datetime();

export const restNamespaceBasic = z.object({
  id: z.number(),
  name: z.string(),
  path: z.string(),
  kind: z.enum(['user', 'group']),
  full_path: z.string(),
  parent_id: z.number().nullable(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
});

export const restBasicProject = z.object({
  id: z.number(),
  description: z.string().nullable(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  created_at: time,
  default_branch: z.string().nullable(),
  tag_list: z.array(z.string()),
  topics: z.array(z.string()),
  /** Empty where git is not served over SSH; a text all the same, as clients check for one. */
  ssh_url_to_repo: z.string(),
  http_url_to_repo: z.string(),
  web_url: z.string(),
  readme_url: z.string().nullable(),
  forks_count: z.number(),
  avatar_url: z.string().nullable(),
  star_count: z.number(),
  last_activity_at: time,
  visibility,
  namespace: restNamespaceBasic,
});
export type RestBasicProject = z.output<typeof restBasicProject>;

const accessGrant = z.object({ access_level: z.number(), notification_level: z.number() }).nullable();

export const restProject = restBasicProject.extend({
  forked_from_project: restBasicProject.optional(),
  container_registry_image_prefix: z.null(),
  _links: z.record(z.string(), z.string()),
  marked_for_deletion_at: z.iso.date().nullable(),
  marked_for_deletion_on: z.iso.date().nullable(),
  packages_enabled: z.boolean(),
  empty_repo: z.boolean(),
  archived: z.boolean(),
  owner: restUserBasic.optional(),
  resolve_outdated_diff_discussions: z.boolean(),
  merge_pipelines_enabled: z.boolean(),
  merge_trains_enabled: z.boolean(),
  merge_trains_skip_train_allowed: z.boolean(),
  repository_object_format: z.literal('sha1'),
  issues_enabled: z.boolean(),
  merge_requests_enabled: z.boolean(),
  wiki_enabled: z.boolean(),
  jobs_enabled: z.boolean(),
  snippets_enabled: z.boolean(),
  container_registry_enabled: z.boolean(),
  service_desk_enabled: z.boolean(),
  service_desk_address: z.null(),
  can_create_merge_request_in: z.boolean(),
  issues_access_level: featureLevel,
  repository_access_level: featureLevel,
  merge_requests_access_level: featureLevel,
  forking_access_level: featureLevel,
  wiki_access_level: featureLevel,
  builds_access_level: featureLevel,
  snippets_access_level: featureLevel,
  pages_access_level: featureLevel,
  container_registry_access_level: featureLevel,
  releases_access_level: featureLevel,
  environments_access_level: featureLevel,
  emails_disabled: z.boolean(),
  emails_enabled: z.boolean(),
  ...restCiSettings,
  lfs_enabled: z.boolean(),
  creator_id: z.number().nullable(),
  import_url: z.null(),
  import_type: z.null(),
  /** Of a fork: clients ask until it is `finished`. */
  import_status: z.enum(['none', 'scheduled', 'finished', 'failed']),
  import_error: z.null(),
  open_issues_count: z.number(),
  updated_at: time,
  shared_with_groups: z.array(restSharedWithGroup),
  only_allow_merge_if_pipeline_succeeds: z.boolean(),
  allow_merge_on_skipped_pipeline: z.boolean(),
  request_access_enabled: z.boolean(),
  only_allow_merge_if_all_discussions_are_resolved: z.boolean(),
  only_allow_merge_if_all_status_checks_passed: z.boolean(),
  prevent_merge_without_jira_issue: z.boolean(),
  remove_source_branch_after_merge: z.boolean(),
  printing_merge_request_link_enabled: z.boolean(),
  merge_method: z.enum(['merge', 'rebase_merge', 'ff']),
  squash_option: z.enum(['never', 'always', 'default_on', 'default_off']),
  suggestion_commit_message: z.string().nullable(),
  merge_commit_template: z.string().nullable(),
  squash_commit_template: z.string().nullable(),
  issue_branch_template: z.string().nullable(),
  issues_template: z.string().nullable(),
  merge_requests_template: z.string().nullable(),
  merge_request_title_regex: z.string().nullable(),
  merge_request_title_regex_description: z.string().nullable(),
  autoclose_referenced_issues: z.boolean(),
  auto_devops_enabled: z.boolean(),
  mirror: z.boolean(),
  permissions: z.object({ project_access: accessGrant, group_access: accessGrant }).optional(),
  statistics: z
    .object({
      commit_count: z.number(),
      storage_size: z.number(),
      repository_size: z.number(),
      wiki_size: z.number(),
      lfs_objects_size: z.number(),
      job_artifacts_size: z.number(),
      pipeline_artifacts_size: z.number(),
      packages_size: z.number(),
      snippets_size: z.number(),
      uploads_size: z.number(),
      container_registry_size: z.number(),
    })
    .optional(),
});
export type RestProject = z.output<typeof restProject>;

/** Share of each language in per cent. */
export const restLanguages = z.record(z.string(), z.number());

export const restAccepted = z.object({ message: z.literal('202 Accepted') });
