/** Answer of `widget.json` and `cached_widget.json` (both give all fields), snake case as front ends know it. */
import type { PagePipeline } from '../ci/pipeline-page.ts';
import type { CheckAction, CheckParams, CheckState, CheckStatusName, ClearedBy } from './readiness.ts';
import type { ReportWidgetLink } from './report-widgets.ts';
import type { AutoMergeStrategy } from './auto-merge.ts';
import type { WidgetStack } from './stack.ts';
import type { WidgetPaths } from './widget-paths.ts';
import type { DetailedMergeStatus, WidgetState } from './widget-state.ts';

export type WidgetUser = { id: number; username: string; name: string; avatar_url: string | null; web_url: string };

export type WidgetConflict = {
  path: string;
  /** both_modified, both_added, modified_source_removed_target, … */
  type: string;
  message: string;
};

/** An issue that the request names. */
export type WidgetIssue = {
  id: number;
  iid: number;
  title: string;
  /** `#1`, with the path before it where it is in another project. */
  reference: string;
  web_path: string;
  state: 'opened' | 'closed';
  confidential: boolean;
};

/** A request that has to be merged before. */
export type WidgetBlocker = {
  id: number;
  iid: number;
  title: string;
  /** `!1`, with the path before it where it is in another project. */
  reference: string;
  web_path: string;
  merged_at: string | null;
  closed_at: string | null;
};

export type WidgetDependencies = {
  /** Without hidden ones that are merged. */
  total_count: number;
  /** Of them those that the reader cannot see. */
  hidden_count: number;
  visible_merge_requests: { merged: WidgetBlocker[]; opened?: WidgetBlocker[]; closed?: WidgetBlocker[] };
};

export type WidgetIssues = {
  closing: WidgetIssue[];
  closing_count: number;
  mentioned_but_not_closing: WidgetIssue[];
  mentioned_count: number;
  /** Where the author assigns themselves to those of them that nobody is assigned to; null when there are none. */
  assign_to_closing: string | null;
  assign_to_closing_count: number;
};

/** One condition of the merge. */
export type WidgetCheck = {
  identifier: string;
  status: CheckStatusName;
  message: string;
  state: CheckState;
  /** Which of its reasons it is. */
  code: string;
  params: CheckParams;
  cleared_by: ClearedBy | null;
  action: CheckAction | null;
  /** Since when it has been so. */
  since: string;
};

export type WidgetData = WidgetPaths & {
  id: number;
  iid: number;
  title: string;
  state: string;
  /** Panel to show, chosen by the table in widget-state.ts. */
  widget_state: WidgetState;
  source_branch: string;
  source_branch_path: string | null;
  target_branch: string;
  target_branch_path: string | null;
  source_project_id: number | null;
  target_project_id: number;
  source_project_full_path: string | null;
  /** Where its repository is cloned over SSH, if it is. */
  source_ssh_url: string | null;
  target_project_full_path: string;
  source_branch_exists: boolean;
  /** It was merged and the branch goes with it, but has not gone yet. */
  source_branch_being_removed: boolean;
  target_branch_exists: boolean;
  source_branch_protected: boolean;
  target_branch_sha: string | null;
  /** Send as `sha` with the merge. */
  diff_head_sha: string | null;
  draft: boolean;
  work_in_progress: boolean;
  archived: boolean;
  merge_status: string;
  detailed_merge_status: DetailedMergeStatus;
  /** One sentence: what is true and what to do. */
  merge_status_message: string;
  mergeable: boolean;
  mergeable_discussions_state: boolean;
  has_conflicts: boolean;
  conflicts: WidgetConflict[];
  merge_ongoing: boolean;
  merge_error: string | null;
  /** Moment of the last mergeability check, and what caused it. */
  merge_checked_at: string | null;
  merge_checks: WidgetCheck[];
  should_be_rebased: boolean;
  rebase_in_progress: boolean;
  ff_only_enabled: boolean;
  merge_method: 'merge' | 'rebase_merge' | 'ff';
  diverged_commits_count: number;
  commits_count: number;
  unresolved_discussions_count: number;
  only_allow_merge_if_all_discussions_are_resolved: boolean;
  commits_without_merge_commits: { id: string; short_id: string; title: string; message: string }[];
  default_merge_commit_message: string;
  default_merge_commit_message_with_description: string;
  default_squash_commit_message: string;
  squash: boolean;
  squash_enabled_by_default: boolean;
  squash_readonly: boolean;
  squash_on_merge: boolean;
  squash_available: boolean;
  remove_source_branch: boolean;
  issues_links: WidgetIssues;
  should_remove_source_branch: boolean | null;
  force_remove_source_branch: boolean;
  allow_collaboration: boolean;
  auto_merge_enabled: boolean;
  auto_merge_strategy: string | null;
  /** Why it was not merged by itself; null unless that failed. */
  auto_merge_failed_reason: string | null;
  available_auto_merge_strategies: string[];
  /** The merge deletes the source branch. */
  auto_merge_removes_source_branch: boolean;
  /** The reader set auto-merge, and may still choose that it deletes the source branch. */
  can_remove_source_branch_by_auto_merge: boolean;
  /** Of the newest commit. */
  pipeline: PagePipeline | null;
  /** Of the commit that the merge made. */
  merge_pipeline: PagePipeline | null;
  /** Answers with the deployments; null where there are no environments. */
  ci_environments_status_path: string | null;
  /** Answers with the external status checks; null where there are none, or not for this reader. */
  status_checks_path: string | null;
  can_retry_external_status_checks: boolean;
  /** Reports of the newest pipeline. */
  enabled_reports: ReportWidgetLink[];
  /** Pipelines have run for it, or its source branch has a configuration. */
  has_ci: boolean;
  /** The newest commit is so new that its pipeline may still come. */
  is_awaiting_pipeline: boolean;
  /** Its pipeline should be there and is not. */
  is_pipeline_missing: boolean;
  /** Where a first configuration is written; null where there is one, and for who cannot write it. */
  merge_request_add_ci_config_path: string | null;
  is_dismissed_suggest_pipeline: boolean;
  user_callouts_path: string;
  suggest_pipeline_feature_id: string;
  /** Coverage of `pipeline` less that of the target branch, in per cent with two decimals. */
  pipeline_coverage_delta: string | null;
  /** Of the newest pipeline; null when there is none. */
  ci_status: string | null;
  only_allow_merge_if_pipeline_succeeds: boolean;
  allow_merge_on_skipped_pipeline: boolean;
  merge_pipelines_enabled: boolean;
  merge_trains_count: number;
  merge_train_index: number | null;
  /** Why this head is no longer in the merge train; null unless it was removed, and by no user. */
  merge_train_removal_reason: string | null;
  /** May the reader merge at once; false where they have to wait for a merge train. */
  can_skip_merge_train: boolean;
  policy_violation: boolean;
  jira_associations: { enforced: boolean; issue_keys: string[] };
  is_geo_secondary_node: boolean;
  /** The same merge request where it can be changed; null unless this is a read-only copy. */
  geo_primary_path: string | null;
  /** Nothing can be changed on the whole instance for now. */
  maintenance_mode: boolean;
  /** `base` has no required number of approvals and no password. */
  approvals_widget_type: 'full' | 'base';
  require_password_to_approve: boolean;
  blocking_merge_requests: WidgetDependencies;
  /** Requests that it builds on or that build on it; null where there are none. */
  stack: WidgetStack | null;
  /** Role of the reader in the target project. */
  human_access: string | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  merged_commit_sha: string | null;
  short_merged_commit_sha: string | null;
  merged_commit_path: string | null;
  /** Commits were merged by someone pushing them into the target. */
  merged_by_push: boolean;
  metrics: {
    merged_by: WidgetUser | null;
    merged_at: string | null;
    closed_by: WidgetUser | null;
    closed_at: string | null;
  };
  merge_user: WidgetUser | null;
  merge_user_id: number | null;
  can_receive_suggestion: boolean;
  user_permissions: {
    can_merge: boolean;
    push_to_source_branch: boolean;
    remove_source_branch: boolean;
    update_merge_request: boolean;
  };
  current_user: {
    can_remove_source_branch: boolean;
    can_update: boolean;
    can_merge: boolean;
    can_push_to_source_branch: boolean;
    can_cherry_pick_on_current_merge_request: boolean;
    can_revert_on_current_merge_request: boolean;
    can_create_issue: boolean;
    /** Where those who may not write to the target project make a fork to do it in. */
    cherry_pick_in_fork_path: string | null;
    revert_in_fork_path: string | null;
  };
  merge_path: string | null;
  rebase_path: string | null;
  /** Where the target branch is merged into the source branch. */
  update_branch_path: string | null;
  /** Null when the reader cannot resolve the conflicts in the browser. */
  conflict_resolution_path: string | null;
  remove_wip_path: string | null;
  cancel_auto_merge_path: string | null;
  /** Where a first file is added to the source branch. */
  new_blob_path: string | null;
  create_issue_to_resolve_discussions_path: string | null;
  remove_source_branch_path: string | null;
  api_path: string;
  merge_request_basic_path: string;
  merge_request_widget_path: string;
  /** Answers with the pipelines alone. */
  merge_request_pipeline_path: string;
  merge_request_cached_widget_path: string;
  email_patches_path: string;
  plain_diff_path: string;
};

/** `GET …/merge_requests/:iid/widget_pipeline.json`: while jobs run, this alone is fetched again. */
export type WidgetPipelinePart = Pick<
  WidgetData,
  | 'pipeline'
  | 'merge_pipeline'
  | 'has_ci'
  | 'is_awaiting_pipeline'
  | 'is_pipeline_missing'
  | 'pipeline_coverage_delta'
  | 'ci_status'
>;

/** `GET …/merge_requests/:iid.json?serializer=basic`. */
export type BasicWidgetData = {
  state: string;
  merge_status: string;
  merge_error: string | null;
  source_branch_exists: boolean;
  source_branch_being_removed: boolean;
  rebase_in_progress: boolean;
  /** Where the last rebase put the source branch. */
  rebased_sha: string | null;
  should_be_rebased: boolean;
  lock_version: number;
};

/** Body of `POST …/merge`; the answer is always 200. */
export type MergeBody = {
  sha: string;
  commit_message?: string;
  squash?: boolean;
  squash_commit_message?: string;
  /** To merge later, by itself; one of `available_auto_merge_strategies`. */
  auto_merge_strategy?: string;
  should_remove_source_branch?: boolean;
};
export type MergeAnswer = {
  /** The name of a strategy: it is merged later, by itself. */
  status: AutoMergeStrategy | 'success' | 'failed' | 'hook_validation_error' | 'sha_mismatch';
  merge_error?: string;
};
