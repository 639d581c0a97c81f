import { customAttributesFilter } from '../accounts/custom-attributes.ts';
import { z } from 'zod';
import { artifactsSizeInput } from '../ci/ci-settings-input.ts';
import { VARIABLES_ROLES } from '../ci/ci-settings.ts';
import { SHARED_RUNNERS_SETTINGS } from '../ci/group-ci-settings.ts';
import { VISIBILITIES } from '../core/access-levels.ts';
import { ignored } from '../core/ignored.ts';
import {
  boolInput,
  clearable,
  idInput,
  idListInput,
  intInput,
  listInput,
  pagingInput,
  dateInput,
} from '../core/inputs.ts';

const visibility = z.enum(VISIBILITIES);
const sort = z.enum(['asc', 'desc']);
const minAccessLevel = intInput.refine((value) => [10, 20, 30, 40, 50].includes(value));

export const listGroupsInput = z.strictObject({
  ...pagingInput,
  pagination: z.enum(['keyset', 'legacy', 'offset']).optional(),
  /** From the link to the next page. */
  cursor: idInput.optional(),
  search: z.string().optional(),
  owned: boolInput.optional(),
  all_available: boolInput.optional(),
  top_level_only: boolInput.optional(),
  statistics: boolInput.optional(),
  visibility: visibility.optional(),
  skip_groups: idListInput.optional(),
  /** Neither archived nor waiting for deletion, by their own state or that of a group above. */
  active: boolInput.optional(),
  archived: boolInput.optional(),
  /** The day on which they were marked for deletion. */
  marked_for_deletion_on: dateInput.optional(),
  order_by: z.enum(['name', 'path', 'id', 'similarity']).default('name'),
  sort: sort.default('asc'),
  min_access_level: minAccessLevel.optional(),
  custom_attributes: customAttributesFilter,
  ...ignored('with_custom_attributes', 'repository_storage'),
});

const groupSettings = {
  description: clearable(z.string().max(500)),
  visibility: visibility.optional(),
  /** Projects in the group cannot be shared with other groups. */
  share_with_group_lock: boolInput.optional(),
  /** Of new projects in the group and below it; empty for that of the group above or of the instance. */
  default_branch: z.string().max(255).nullish(),
  /** Whether mail is sent about what happens in the group and below it. */
  emails_enabled: boolInput.optional(),
  /** The older name of the opposite. */
  emails_disabled: boolInput.optional(),
  /** Whether users may ask for a role. */
  request_access_enabled: boolInput.optional(),
  /** Nobody is added to projects in the group. */
  membership_lock: boolInput.optional(),
  /** Mentions of the group notify nobody. */
  mentions_disabled: boolInput.optional(),
  /** Whether runners of the instance work for projects in the group. */
  shared_runners_setting: z.enum(SHARED_RUNNERS_SETTINGS).optional(),
  /** MiB of a file that a job uploads; set by administrators. */
  max_artifacts_size: artifactsSizeInput,
  /** The role that new projects in the group require to pass variables to a pipeline. */
  pipeline_variables_default_role: z.enum(VARIABLES_ROLES).optional(),
  // Who must have a second factor decides who gets in; that is never said without effect.
  require_two_factor_authentication: boolInput.refine((value) => !value).optional(),
  ...ignored(
    'auto_devops_enabled',
    'crm_enabled',
    'default_branch_protection',
    'default_branch_protection_defaults',
    'lfs_enabled',
    'organization_id',
    'prevent_sharing_groups_outside_hierarchy',
    'project_creation_level',
    'resource_access_token_notify_inherited',
    'show_diff_preview_in_email',
    'subgroup_creation_level',
    'two_factor_grace_period',
    'wiki_access_level',
  ),
};

export const createGroupInput = z.strictObject({
  name: z.string(),
  path: z.string(),
  parent_id: idInput.nullish(),
  /** An image, as the file of a multipart form; an empty text is none. */
  avatar: z.literal('').optional(),
  ...groupSettings,
});

export const updateGroupInput = z.strictObject({
  name: z.string().optional(),
  path: z.string().optional(),
  /** An empty text removes the avatar; an image is sent as the file of a multipart form. */
  avatar: z.literal('').optional(),
  ...groupSettings,
});

export const deleteGroupInput = z.strictObject({
  /** The group's path again, needed with `permanently_remove`; a wrong one is refused. */
  full_path: z.string().optional(),
  /** Deletes a group that is marked for deletion without waiting; needs its path as a confirmation. */
  permanently_remove: boolInput.optional(),
});

export const getGroupInput = z.strictObject({
  with_projects: boolInput.default(true),
  ...ignored('with_custom_attributes', 'custom_attributes'),
});

export const listGroupProjectsInput = z.strictObject({
  ...pagingInput,
  archived: boolInput.optional(),
  /** Neither archived nor waiting for deletion. */
  active: boolInput.optional(),
  visibility: visibility.optional(),
  search: z.string().optional(),
  order_by: z
    .enum(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'similarity', 'star_count'])
    .default('created_at'),
  sort: sort.default('desc'),
  simple: boolInput.default(false),
  owned: boolInput.optional(),
  starred: boolInput.optional(),
  membership: boolInput.optional(),
  topic: listInput.optional(),
  with_issues_enabled: boolInput.optional(),
  with_merge_requests_enabled: boolInput.optional(),
  with_shared: boolInput.default(true),
  include_subgroups: boolInput.default(false),
  min_access_level: minAccessLevel.optional(),
  ...ignored('with_custom_attributes', 'custom_attributes'),
});

export const transferGroupInput = z.strictObject({
  /** The group it comes to lie in; to the top when left out. */
  group_id: idInput.nullish(),
});

export const listTransferLocationsInput = z.strictObject({ ...pagingInput, search: z.string().optional() });

/** Projects of other groups that are shared with this one. */
export const listSharedProjectsInput = listGroupProjectsInput.omit({
  with_shared: true,
  include_subgroups: true,
  owned: true,
});

export const listNamespacesInput = z.strictObject({
  ...pagingInput,
  search: z.string().optional(),
  owned_only: boolInput.optional(),
  top_level_only: boolInput.optional(),
  full_path_search: boolInput.optional(),
});

export const namespaceExistsInput = z.strictObject({ parent_id: idInput.optional() });

const time = z.iso.datetime();

export const restGroup = z.object({
  id: z.number(),
  web_url: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  visibility,
  share_with_group_lock: z.boolean(),
  require_two_factor_authentication: z.boolean(),
  two_factor_grace_period: z.number(),
  project_creation_level: z.string(),
  auto_devops_enabled: z.boolean().nullable(),
  subgroup_creation_level: z.string(),
  emails_disabled: z.boolean(),
  emails_enabled: z.boolean(),
  mentions_disabled: z.boolean().nullable(),
  membership_lock: z.boolean(),
  lfs_enabled: z.boolean(),
  archived: z.boolean(),
  default_branch: z.string().nullable(),
  default_branch_protection: z.number(),
  avatar_url: z.string().nullable(),
  request_access_enabled: z.boolean(),
  full_name: z.string(),
  full_path: z.string(),
  created_at: time,
  parent_id: z.number().nullable(),
  shared_runners_setting: z.enum(SHARED_RUNNERS_SETTINGS),
  max_artifacts_size: z.number().nullable(),
  marked_for_deletion_on: z.iso.date().nullable(),
});
export type RestGroup = z.output<typeof restGroup>;

/** A group that is invited, as details of what it is invited to say it. */
export const restSharedWithGroup = z.object({
  group_id: z.number(),
  group_name: z.string(),
  group_full_path: z.string(),
  group_access_level: z.number(),
  expires_at: z.iso.date().nullable(),
});
export type RestSharedWithGroup = z.output<typeof restSharedWithGroup>;

export const restGroupDetail = restGroup.extend({ shared_with_groups: z.array(restSharedWithGroup) });

export const restPublicGroup = z.object({
  id: z.number(),
  web_url: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  full_name: z.string(),
  full_path: z.string(),
});
export type RestPublicGroup = z.output<typeof restPublicGroup>;

export const restNamespace = z.object({
  id: z.number(),
  name: z.string(),
  path: z.string(),
  kind: z.enum(['user', 'group']),
  full_path: z.string(),
  parent_id: z.number().nullable(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
  /** Only for those who manage the namespace. */
  members_count_with_descendants: z.number().optional(),
  projects_count: z.number().optional(),
});
export type RestNamespace = z.output<typeof restNamespace>;

export const restNamespaceExistence = z.object({ exists: z.boolean(), suggests: z.array(z.string()) });
