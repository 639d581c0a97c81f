import type { CiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { GroupCiSettings } from '@tributary/contract/ci/group-ci-settings.ts';
import type { FeatureLevel, Visibility } from '@tributary/contract/core/access-levels.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type NamespaceTable = {
  id: Generated<number>;
  kind: 'user' | 'group';
  parent_id: number | null;
  owner_id: number | null;
  name: string;
  path: string;
  full_path: string;
  traversal_ids: Generated<number[]>;
  description: Generated<string>;
  visibility: Generated<Visibility>;
  avatar_name: string | null;
  share_with_group_lock: Generated<boolean>;
  default_branch: string | null;
  emails_enabled: Generated<boolean>;
  request_access_enabled: Generated<boolean>;
  membership_lock: Generated<boolean>;
  mentions_disabled: Generated<boolean>;
  created_by_id: number | null;
  archived_at: Date | null;
  /** Deleted when the period of the instance is over; until then it can be restored. */
  marked_for_deletion_at: Date | null;
  /** It, or a group above it, is archived or waits for its deletion. */
  is_read_only: Generated<boolean>;
  deleting_since: Date | null;
  ci_settings: ColumnType<Partial<GroupCiSettings>, string | undefined, string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ProjectTable = {
  id: Generated<number>;
  namespace_id: number;
  name: string;
  path: string;
  full_path: string;
  description: Generated<string>;
  visibility: Generated<Visibility>;
  default_branch: string | null;
  archived_at: Date | null;
  /** Deleted when the period of the instance is over; until then it can be restored. */
  marked_for_deletion_at: Date | null;
  /** The group that it lies in is read-only. */
  is_group_read_only: Generated<boolean>;
  /** It or a group above it is archived or waits for its deletion. */
  is_read_only: GeneratedAlways<boolean>;
  deleting_since: Date | null;
  repository_state: Generated<'creating' | 'forking' | 'ready' | 'failed'>;
  forked_from_id: number | null;
  creator_id: number | null;
  avatar_name: string | null;
  topics: Generated<string[]>;
  repository_access_level: Generated<FeatureLevel>;
  merge_requests_access_level: Generated<FeatureLevel>;
  issues_access_level: Generated<FeatureLevel>;
  forking_access_level: Generated<FeatureLevel>;
  remove_source_branch_after_merge: Generated<boolean>;
  only_allow_merge_if_all_discussions_are_resolved: Generated<boolean>;
  only_allow_merge_if_all_status_checks_passed: Generated<boolean>;
  jira_url: ColumnType<string | null, string | null | undefined, string | null>;
  jira_project_keys: ColumnType<string | null, string | null | undefined, string | null>;
  prevent_merge_without_jira_issue: Generated<boolean>;
  resolve_outdated_diff_discussions: Generated<boolean>;
  merge_pipelines_enabled: Generated<boolean>;
  merge_trains_enabled: Generated<boolean>;
  merge_trains_skip_train_allowed: Generated<boolean>;
  only_allow_merge_if_pipeline_succeeds: Generated<boolean>;
  allow_merge_on_skipped_pipeline: Generated<boolean>;
  suggestion_commit_message: string | null;
  merge_commit_template: string | null;
  squash_commit_template: string | null;
  issues_template: string | null;
  merge_requests_template: string | null;
  issue_branch_template: string | null;
  merge_request_title_regex: string | null;
  merge_request_title_regex_description: string | null;
  /** Of a fork: the only branch that is copied. */
  fork_branch: string | null;
  autoclose_referenced_issues: Generated<boolean>;
  emails_enabled: Generated<boolean>;
  request_access_enabled: Generated<boolean>;
  merge_method: Generated<'merge' | 'rebase_merge' | 'ff'>;
  squash_option: Generated<'never' | 'always' | 'default_on' | 'default_off'>;
  star_count: Generated<number>;
  forks_count: Generated<number>;
  repository_size_bytes: Generated<number>;
  /** Bytes by language of the commit `languages_sha`. */
  languages: ColumnType<Record<string, number>, string | undefined, string>;
  languages_sha: string | null;
  /** No commit was pushed yet. */
  is_empty: Generated<boolean>;
  ci_settings: ColumnType<Partial<CiSettings>, string | undefined, string>;
  /** Job tokens of other projects reach this one only where the allowlist has their project or a group above it. */
  ci_inbound_job_token_scope_enabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  last_activity_at: Generated<Date>;
};

export type RedirectRouteTable = {
  id: Generated<number>;
  path: string;
  project_id: number | null;
  namespace_id: number | null;
  created_at: Generated<Date>;
};

export type MemberTable = {
  id: Generated<number>;
  user_id: number;
  namespace_id: number | null;
  project_id: number | null;
  access_level: number;
  expires_at: string | null;
  created_by_id: number | null;
  created_at: Generated<Date>;
};

/** A user who asks for a role in a project or group. */
export type AccessRequestTable = {
  id: Generated<number>;
  user_id: number;
  namespace_id: number | null;
  project_id: number | null;
  requested_at: Generated<Date>;
};

/** A role that waits for the user of an e-mail address. */
export type InvitationTable = {
  id: Generated<number>;
  email: string;
  namespace_id: number | null;
  project_id: number | null;
  access_level: number;
  expires_at: string | null;
  created_by_id: number;
  created_at: Generated<Date>;
};

export type GroupLinkTable = {
  id: Generated<number>;
  group_id: number;
  namespace_id: number | null;
  project_id: number | null;
  access_level: number;
  expires_at: string | null;
  created_by_id: number | null;
  created_at: Generated<Date>;
};

export type AccessTokenBotTable = {
  user_id: number;
  project_id: number | null;
  namespace_id: number | null;
  access_level: number;
  created_by_id: number | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
};

export type ProjectStarTable = { project_id: number; user_id: number; created_at: Generated<Date> };

export type UserEventTable = {
  id: Generated<number>;
  author_id: number;
  project_id: number | null;
  action: string;
  ability: string;
  feature: 'repository' | 'merge_requests' | 'issues' | null;
  target_type: string | null;
  target_id: number | null;
  target_iid: number | null;
  target_title: Generated<string>;
  target_path: string | null;
  detail: Generated<string>;
  push_data: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
};

/** A project, or a group with all projects in it, whose jobs reach `project_id` with their tokens. */
export type JobTokenAllowlistTable = {
  id: Generated<number>;
  project_id: number;
  target_project_id: number | null;
  target_group_id: number | null;
  added_by_id: number | null;
  created_at: Generated<Date>;
};

export type DeployKeyTable = {
  id: Generated<number>;
  title: string;
  key: string;
  fingerprint: string;
  is_public: Generated<boolean>;
  created_by_id: number | null;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  created_at: Date;
};

export type DeployKeyProjectTable = {
  deploy_key_id: number;
  project_id: number;
  can_push: boolean;
  created_at: Date;
};

export type DeployTokenTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  name: string;
  username: string | null;
  token_digest: Buffer;
  scopes: string[];
  /** Its last day; null: until it is revoked. */
  expires_at: Date | null;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_by_id: number | null;
  created_at: Generated<Date>;
};

export type ProjectBadgeTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  name: string;
  link_url: string;
  image_url: string;
  created_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    namespaces: NamespaceTable;
    projects: ProjectTable;
    redirect_routes: RedirectRouteTable;
    members: MemberTable;
    access_requests: AccessRequestTable;
    invitations: InvitationTable;
    group_links: GroupLinkTable;
    access_token_bots: AccessTokenBotTable;
    project_stars: ProjectStarTable;
    user_events: UserEventTable;
    job_token_allowlist: JobTokenAllowlistTable;
    deploy_keys: DeployKeyTable;
    deploy_key_projects: DeployKeyProjectTable;
    deploy_tokens: DeployTokenTable;
    project_badges: ProjectBadgeTable;
  }
}
