import { customAttributesFilter } from './custom-attributes.ts';
import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import {
  clearable,
  dateInput,
  filledText,
  idInput,
  intInput,
  boolInput,
  listInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';

/** Answers of the REST endpoint about users, their tokens and the instance. Times are ISO 8601 with milliseconds. */

/** `blocked_pending_approval` is how clients know `pending_approval`. */
export const restUserState = z.enum(['active', 'blocked', 'deactivated', 'blocked_pending_approval', 'banned']);

export const restUserBasic = z.strictObject({
  id: z.number(),
  username: z.string(),
  public_email: z.string().nullable(),
  name: z.string(),
  state: restUserState,
  locked: z.boolean(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
});
export type RestUserBasic = z.infer<typeof restUserBasic>;

export const restUserProfile = restUserBasic.extend({
  created_at: z.string(),
  bio: z.string(),
  location: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  discord: z.string(),
  website_url: z.string(),
  github: z.string(),
  job_title: z.string(),
  pronouns: z.string(),
  organization: z.string(),
  bot: z.boolean(),
  work_information: z.string().nullable(),
  followers: z.number(),
  following: z.number(),
  is_followed: z.boolean(),
  local_time: z.string().nullable(),
});
export type RestUserProfile = z.infer<typeof restUserProfile>;

export const restUserIdentity = z.strictObject({
  provider: z.string(),
  extern_uid: z.string(),
  saml_provider_id: z.number().nullable(),
});
export type RestUserIdentity = z.infer<typeof restUserIdentity>;

export const restUserEmail = z.strictObject({
  id: z.number(),
  email: z.string(),
  confirmed_at: z.string().nullable(),
});

export const restCurrentUser = restUserProfile.extend({
  last_sign_in_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  last_activity_on: z.string().nullable(),
  email: z.string(),
  theme_id: z.number(),
  color_scheme_id: z.number(),
  projects_limit: z.number(),
  current_sign_in_at: z.string().nullable(),
  identities: z.array(restUserIdentity),
  can_create_group: z.boolean(),
  can_create_project: z.boolean(),
  two_factor_enabled: z.boolean(),
  external: z.boolean(),
  private_profile: z.boolean(),
  commit_email: z.string(),
  preferred_language: z.string(),
  shared_runners_minutes_limit: z.number().nullable(),
  extra_shared_runners_minutes_limit: z.number().nullable(),
  scim_identities: z.array(z.never()),
});
export type RestCurrentUser = z.infer<typeof restCurrentUser>;

export const restUserWithAdmin = restCurrentUser.extend({
  is_admin: z.boolean(),
  note: z.string().nullable(),
  created_by: restUserBasic.nullable(),
  using_license_seat: z.boolean(),
  is_auditor: z.boolean(),
});
export type RestUserWithAdmin = z.infer<typeof restUserWithAdmin>;

export const restPersonalAccessToken = z.strictObject({
  id: z.number(),
  name: z.string(),
  revoked: z.boolean(),
  created_at: z.string(),
  description: z.string().nullable(),
  scopes: z.array(z.string()),
  user_id: z.number(),
  last_used_at: z.string().nullable(),
  active: z.boolean(),
  expires_at: z.string(),
});
export type RestPersonalAccessToken = z.infer<typeof restPersonalAccessToken>;

export const restPersonalAccessTokenWithToken = restPersonalAccessToken.extend({ token: z.string() });
export type RestPersonalAccessTokenWithToken = z.infer<typeof restPersonalAccessTokenWithToken>;

/** A token of a project or group: it acts as a bot with this role there. */
export const restResourceAccessToken = restPersonalAccessToken.extend({
  access_level: z.number(),
  resource_type: z.enum(['project', 'group']),
  resource_id: z.number(),
});
export type RestResourceAccessToken = z.infer<typeof restResourceAccessToken>;

export const restResourceAccessTokenWithToken = restResourceAccessToken.extend({ token: z.string() });

export const restUserCounts = z.strictObject({
  merge_requests: z.number(),
  assigned_issues: z.number(),
  assigned_merge_requests: z.number(),
  review_requested_merge_requests: z.number(),
  todos: z.number(),
});

export const restUserPreferences = z.strictObject({
  id: z.number(),
  user_id: z.number(),
  view_diffs_file_by_file: z.boolean(),
  show_whitespace_in_diffs: z.boolean(),
  pass_user_identities_to_ci_jwt: z.boolean(),
});

export const restMetadata = z.strictObject({
  version: z.string(),
  revision: z.string(),
  kas: z.strictObject({
    enabled: z.boolean(),
    externalUrl: z.null(),
    externalK8sProxyUrl: z.null(),
    version: z.null(),
  }),
  enterprise: z.boolean(),
});

export const restApplicationSettings = z.strictObject({
  id: z.number(),
  signup_enabled: z.boolean(),
  require_admin_approval_after_user_signup: z.boolean(),
  user_default_external: z.boolean(),
  default_projects_limit: z.number(),
  default_project_visibility: z.string(),
  default_group_visibility: z.string(),
  deletion_adjourned_period: z.number(),
  max_attachment_size: z.number(),
  session_expire_delay: z.number(),
  personal_access_token_prefix: z.string(),
  /** A text: decimals are sent so, and typed clients read it so. */
  polling_interval_multiplier: z.string(),
  shared_runners_enabled: z.boolean(),
  default_artifacts_expire_in: z.string(),
  max_artifacts_size: z.number(),
  keep_latest_artifact: z.boolean(),
  ci_pipeline_size: z.number(),
  ci_max_includes: z.number(),
  diff_max_patch_bytes: z.number(),
  diff_max_files: z.number(),
  diff_max_lines: z.number(),
  notes_create_limit: z.number(),
  prevent_merge_requests_author_approval: z.boolean(),
  prevent_merge_requests_committers_approval: z.boolean(),
  disable_overriding_approvers_per_merge_request: z.boolean(),
  require_password_to_approve: z.boolean(),
  maintenance_mode: z.boolean(),
  maintenance_mode_message: z.string(),
  primary_url: z.string(),
  throttle_unauthenticated_api_enabled: z.boolean(),
  throttle_unauthenticated_api_requests_per_period: z.number(),
  throttle_unauthenticated_api_period_in_seconds: z.number(),
  throttle_unauthenticated_web_enabled: z.boolean(),
  throttle_unauthenticated_web_requests_per_period: z.number(),
  throttle_unauthenticated_web_period_in_seconds: z.number(),
  throttle_authenticated_api_enabled: z.boolean(),
  throttle_authenticated_api_requests_per_period: z.number(),
  throttle_authenticated_api_period_in_seconds: z.number(),
  throttle_authenticated_web_enabled: z.boolean(),
  throttle_authenticated_web_requests_per_period: z.number(),
  throttle_authenticated_web_period_in_seconds: z.number(),
});

/** Numbers are texts here, as clients read them. */
export const restInstanceStatistics = z.strictObject({
  forks: z.string(),
  issues: z.string(),
  merge_requests: z.string(),
  notes: z.string(),
  snippets: z.string(),
  ssh_keys: z.string(),
  milestones: z.string(),
  users: z.string(),
  projects: z.string(),
  groups: z.string(),
  active_users: z.string(),
});

const profileInputs = {
  bio: clearable(z.string()),
  location: clearable(z.string()),
  job_title: clearable(z.string()),
  organization: clearable(z.string()),
  pronouns: clearable(z.string()),
  website_url: clearable(z.string()),
  public_email: clearable(z.string()),
};

const accountLimits = {
  /** How many projects the user may have in their own namespace; empty for as many as they like. */
  projects_limit: z.union([intInput.refine((value) => value >= 0), z.literal('')]).optional(),
  can_create_group: boolInput.optional(),
  private_profile: boolInput.optional(),
  note: z.string().max(10_000).optional(),
  /** An account of the user elsewhere; both are needed. */
  provider: z.string().min(1).max(255).optional(),
  extern_uid: z.string().min(1).max(1_000).optional(),
  /** An empty text removes the avatar; an image is sent as the file of a multipart form. */
  avatar: z.literal('').optional(),
};

const withoutEffect = ignored(
  'auditor',
  'extra_shared_runners_minutes_limit',
  'group_id_for_saml',
  'policy_advanced_editor',
  'shared_runners_minutes_limit',
  'skype',
  'linkedin',
  'twitter',
  'discord',
  'github',
  'commit_email',
  'theme_id',
  'color_scheme_id',
  'view_diffs_file_by_file',
);

export const createUserInput = z.strictObject({
  ...profileInputs,
  email: z.string(),
  name: z.string(),
  username: z.string(),
  password: filledText.optional(),
  /** Mails a link to choose a password. */
  reset_password: boolInput.optional(),
  /** An account without a password until one is set by mail. */
  force_random_password: boolInput.optional(),
  skip_confirmation: boolInput.optional(),
  admin: boolInput.optional(),
  external: boolInput.optional(),
  ...accountLimits,
  ...withoutEffect,
});

export const updateUserInput = z.strictObject({
  ...profileInputs,
  email: z.string().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  password: filledText.optional(),
  skip_reconfirmation: boolInput.optional(),
  admin: boolInput.optional(),
  external: boolInput.optional(),
  ...accountLimits,
  ...withoutEffect,
});

export const restUserAssociations = z.strictObject({
  groups_count: z.number(),
  projects_count: z.number(),
  issues_count: z.number(),
  merge_requests_count: z.number(),
});

/** `hard_delete`: what the user wrote is deleted as well, with the projects and groups that are theirs alone. */
export const deleteUserInput = z.strictObject({ hard_delete: boolInput.optional() });

export const createEmailInput = z.strictObject({ email: z.string() });
export const createEmailForInput = createEmailInput.extend({ skip_confirmation: boolInput.optional() });

export const listUserActivitiesInput = z.strictObject({ ...pagingInput, from: dateInput.optional() });

export const restImpersonationToken = restPersonalAccessToken.extend({ impersonation: z.literal(true) });

export const listImpersonationTokensInput = z.strictObject({
  ...pagingInput,
  state: z.enum(['all', 'active', 'inactive']).default('all'),
});

export const findAvatarInput = z.strictObject({ email: z.string().max(500), ...ignored('size') });

export const listUsersInput = z.strictObject({
  ...pagingInput,
  pagination: z.enum(['keyset', 'legacy', 'offset']).optional(),
  /** 0 begins a walk upwards, and ends one downwards. */
  id_after: intInput.refine((value) => value >= 0).optional(),
  id_before: intInput.refine((value) => value >= 0).optional(),
  username: z.string().optional(),
  public_email: z.string().optional(),
  search: z.string().optional(),
  active: boolInput.optional(),
  blocked: boolInput.optional(),
  humans: boolInput.optional(),
  external: boolInput.optional(),
  exclude_active: boolInput.optional(),
  exclude_external: boolInput.optional(),
  exclude_internal: boolInput.optional(),
  without_project_bots: boolInput.optional(),
  created_after: timeInput.optional(),
  created_before: timeInput.optional(),
  admins: boolInput.optional(),
  two_factor: z.enum(['enabled', 'disabled']).optional(),
  // Nobody audits: asking for those finds nobody.
  extern_uid: z.string().optional(),
  provider: z.string().optional(),
  exclude_humans: boolInput.optional(),
  auditors: boolInput.optional(),
  without_projects: boolInput.optional(),
  custom_attributes: customAttributesFilter,
  ...ignored('skip_ldap', 'with_custom_attributes'),
  order_by: z.enum(['id', 'name', 'username', 'created_at', 'updated_at']).default('id'),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

export const listTokensInput = z.strictObject({
  ...pagingInput,
  user_id: idInput.optional(),
  revoked: boolInput.optional(),
  state: z.enum(['active', 'inactive']).optional(),
  created_before: timeInput.optional(),
  created_after: timeInput.optional(),
  last_used_before: timeInput.optional(),
  last_used_after: timeInput.optional(),
  expires_before: dateInput.optional(),
  expires_after: dateInput.optional(),
  search: z.string().max(255).optional(),
  sort: z
    .enum([
      'created_asc',
      'created_desc',
      'expires_asc',
      'expires_desc',
      'last_used_asc',
      'last_used_desc',
      'name_asc',
      'name_desc',
    ])
    .default('created_desc'),
});

export const createTokenInput = z.strictObject({
  name: z.string(),
  description: z.string().max(1_000).optional(),
  scopes: listInput,
  expires_at: dateInput.optional(),
});

export const listResourceTokensInput = listTokensInput.omit({ user_id: true });

export const createResourceTokenInput = createTokenInput.extend({
  access_level: intInput.refine((value) => [10, 20, 30, 40, 50].includes(value)).default(40),
});

export const rotateTokenInput = z.strictObject({ expires_at: dateInput.optional() });
