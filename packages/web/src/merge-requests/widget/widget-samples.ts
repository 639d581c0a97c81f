import { CHECK_STATUS_NAMES } from '@tributary/contract/merge-requests/readiness.ts';
import { widgetDocsPaths } from '@tributary/contract/page/help.ts';
import type { WidgetCheck, WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import { IDLE } from './merge.machine.ts';
import type { Widget } from './use-widget.ts';

const sha = '5f0c3a1be2d4968770a1b2c3d4e5f60718293a4b';
const page = '/delta/river/-/merge_requests/12';

const grace = { id: 2, username: 'grace', name: 'Grace Hopper', avatar_url: null, web_url: '/grace' };

const commit = (digit: string, title: string) => ({
  id: digit.repeat(40),
  short_id: digit.repeat(8),
  title,
  message: title,
});

/** Of the checks that fail in the samples: who can clear them, and the button. */
const CLEARING: Partial<Record<string, Pick<WidgetCheck, 'cleared_by' | 'action'>>> = {
  draft_status: { cleared_by: 'author', action: 'mark_as_ready' },
  discussions_not_resolved: { cleared_by: 'members', action: 'show_threads' },
  requested_changes: { cleared_by: 'reviewers', action: 'show_reviewers' },
  need_rebase: { cleared_by: 'pushers', action: 'rebase' },
  conflict: { cleared_by: 'pushers', action: 'resolve_conflicts' },
  ci_must_pass: { cleared_by: 'pushers', action: 'show_pipeline' },
  not_approved: { cleared_by: 'approvers', action: 'approve' },
  jira_association_missing: { cleared_by: 'author', action: 'edit_title' },
};

function check(identifier: string, state: WidgetCheck['state'], message = ''): WidgetCheck {
  const { cleared_by: clearedBy = null, action = null } = (state === 'failed' && CLEARING[identifier]) || {};
  return {
    identifier,
    status: CHECK_STATUS_NAMES[state],
    message,
    state,
    code: identifier,
    params: {},
    cleared_by: clearedBy,
    action,
    since: '2026-05-04T09:30:00.000Z',
  };
}

const nothingNamed: WidgetData['issues_links'] = {
  closing: [],
  closing_count: 0,
  mentioned_but_not_closing: [],
  mentioned_count: 0,
  assign_to_closing: null,
  assign_to_closing_count: 0,
};

/** A request that can be merged, as a maintainer sees it. */
export const sampleData: WidgetData = {
  id: 82,
  iid: 12,
  title: 'Measure the depth before the bridge is built',
  state: 'opened',
  widget_state: 'readyToMerge',
  source_branch: 'measure-depth',
  source_branch_path: '/delta/river/-/tree/measure-depth',
  target_branch: 'main',
  target_branch_path: '/delta/river/-/tree/main',
  source_project_id: 7,
  target_project_id: 7,
  source_project_full_path: 'delta/river',
  source_ssh_url: null,
  target_project_full_path: 'delta/river',
  source_branch_exists: true,
  source_branch_being_removed: false,
  target_branch_exists: true,
  source_branch_protected: false,
  target_branch_sha: 'b'.repeat(40),
  diff_head_sha: sha,
  draft: false,
  work_in_progress: false,
  archived: false,
  merge_status: 'can_be_merged',
  detailed_merge_status: 'mergeable',
  merge_status_message: 'Ready to merge!',
  mergeable: true,
  mergeable_discussions_state: true,
  has_conflicts: false,
  conflicts: [],
  merge_ongoing: false,
  merge_error: null,
  merge_checked_at: null,
  merge_checks: [
    check('not_open', 'passed'),
    check('draft_status', 'passed'),
    check('discussions_not_resolved', 'passed'),
    check('conflict', 'passed'),
    check('title_regex', 'off'),
  ],
  should_be_rebased: false,
  rebase_in_progress: false,
  ff_only_enabled: false,
  merge_method: 'merge',
  diverged_commits_count: 0,
  commits_count: 2,
  unresolved_discussions_count: 0,
  only_allow_merge_if_all_discussions_are_resolved: false,
  commits_without_merge_commits: [commit('a', 'Measure the depth'), commit('c', 'Write down the depth')],
  default_merge_commit_message: "Merge branch 'measure-depth' into 'main'\n\nSee merge request delta/river!12",
  default_merge_commit_message_with_description:
    "Merge branch 'measure-depth' into 'main'\n\nThe river is deeper than the map says.\n\nSee merge request delta/river!12",
  default_squash_commit_message: 'Measure the depth before the bridge is built',
  squash: false,
  squash_enabled_by_default: false,
  squash_readonly: false,
  squash_on_merge: false,
  squash_available: true,
  remove_source_branch: true,
  issues_links: nothingNamed,
  should_remove_source_branch: null,
  force_remove_source_branch: true,
  allow_collaboration: false,
  auto_merge_enabled: false,
  auto_merge_failed_reason: null,
  auto_merge_strategy: null,
  available_auto_merge_strategies: [],
  auto_merge_removes_source_branch: true,
  can_remove_source_branch_by_auto_merge: false,
  pipeline: null,
  merge_pipeline: null,
  ci_environments_status_path: null,
  enabled_reports: [],
  has_ci: false,
  is_awaiting_pipeline: false,
  is_pipeline_missing: false,
  merge_request_add_ci_config_path: null,
  is_dismissed_suggest_pipeline: false,
  user_callouts_path: '/-/gallery',
  suggest_pipeline_feature_id: 'suggest_pipeline',
  pipeline_coverage_delta: null,
  ci_status: null,
  only_allow_merge_if_pipeline_succeeds: false,
  allow_merge_on_skipped_pipeline: false,
  merge_pipelines_enabled: false,
  merge_trains_count: 0,
  merge_train_index: null,
  merge_train_removal_reason: null,
  can_skip_merge_train: true,
  policy_violation: false,
  jira_associations: { enforced: false, issue_keys: [] },
  stack: null,
  status_checks_path: null,
  can_retry_external_status_checks: false,
  is_geo_secondary_node: false,
  maintenance_mode: false,
  geo_primary_path: null,
  approvals_widget_type: 'base',
  require_password_to_approve: false,
  blocking_merge_requests: { total_count: 0, hidden_count: 0, visible_merge_requests: { merged: [] } },
  human_access: 'Maintainer',
  merge_commit_sha: null,
  squash_commit_sha: null,
  merged_commit_sha: null,
  short_merged_commit_sha: null,
  merged_commit_path: null,
  merged_by_push: false,
  metrics: { merged_by: null, merged_at: null, closed_by: null, closed_at: null },
  merge_user: null,
  merge_user_id: null,
  can_receive_suggestion: false,
  user_permissions: {
    can_merge: true,
    push_to_source_branch: true,
    remove_source_branch: true,
    update_merge_request: true,
  },
  current_user: {
    can_remove_source_branch: true,
    can_update: true,
    can_merge: true,
    can_push_to_source_branch: true,
    can_cherry_pick_on_current_merge_request: false,
    can_revert_on_current_merge_request: false,
    can_create_issue: true,
    cherry_pick_in_fork_path: null,
    revert_in_fork_path: null,
  },
  merge_path: `${page}/merge`,
  rebase_path: `${page}/rebase`,
  update_branch_path: `${page}/update_branch`,
  conflict_resolution_path: null,
  remove_wip_path: null,
  cancel_auto_merge_path: null,
  new_blob_path: null,
  create_issue_to_resolve_discussions_path: null,
  remove_source_branch_path: null,
  api_path: '/api/v4/projects/7/merge_requests/12',
  ...widgetDocsPaths,
  api_approvals_path: '/-/gallery',
  api_approve_path: '/-/gallery',
  api_unapprove_path: '/-/gallery',
  api_approval_settings_path: '/-/gallery',
  merge_check_path: '/-/gallery',
  commit_change_content_path: '/-/gallery',
  test_reports_path: null,
  codequality_reports_path: null,
  accessibility_report_path: null,
  terraform_reports_path: null,
  metrics_reports_path: null,
  license_scanning_comparison_path: null,
  license_scanning_comparison_collapsed_path: null,
  merge_request_basic_path: `${page}.json?serializer=basic`,
  merge_request_pipeline_path: '/delta/river/-/merge_requests/12/widget_pipeline.json',
  merge_request_widget_path: `${page}/widget.json`,
  merge_request_cached_widget_path: `${page}/cached_widget.json`,
  email_patches_path: `${page}.patch`,
  plain_diff_path: `${page}.diff`,
};

/** The same where something is in the way. */
export function blocked(status: WidgetData['detailed_merge_status'], message: string): Partial<WidgetData> {
  const failed = check(status, 'failed', message);
  return {
    detailed_merge_status: status,
    merge_status_message: message,
    mergeable: false,
    merge_checks: [...sampleData.merge_checks.filter(({ identifier }) => identifier !== status), failed],
  };
}

export const mergedData: Partial<WidgetData> = {
  state: 'merged',
  detailed_merge_status: 'not_open',
  merge_commit_sha: 'd'.repeat(40),
  merged_commit_sha: 'd'.repeat(40),
  short_merged_commit_sha: 'd'.repeat(8),
  merged_commit_path: `/delta/river/-/commit/${'d'.repeat(40)}`,
  metrics: { merged_by: grace, merged_at: '2026-05-04T09:30:00.000Z', closed_by: null, closed_at: null },
  merge_user: grace,
  remove_source_branch_path: '/api/v4/projects/7/repository/branches/measure-depth',
  current_user: {
    ...sampleData.current_user,
    can_cherry_pick_on_current_merge_request: true,
    can_revert_on_current_merge_request: true,
  },
};

export const closedData: Partial<WidgetData> = {
  state: 'closed',
  detailed_merge_status: 'not_open',
  metrics: { merged_by: null, merged_at: null, closed_by: grace, closed_at: '2026-05-04T09:30:00.000Z' },
};

export const readerPermissions: Partial<WidgetData> = {
  user_permissions: {
    can_merge: false,
    push_to_source_branch: false,
    remove_source_branch: false,
    update_merge_request: false,
  },
  rebase_path: null,
  update_branch_path: null,
  merge_path: null,
};

export const issueLinks: WidgetData['issues_links'] = {
  closing: [3, 5].map((iid) => ({
    id: iid,
    iid,
    title: 'The bridge does not reach the bank',
    reference: `#${iid}`,
    web_path: `/delta/river/-/issues/${iid}`,
    state: 'opened',
    confidential: iid === 5,
  })),
  closing_count: 2,
  mentioned_but_not_closing: [
    {
      id: 8,
      iid: 8,
      title: 'Draw the map again',
      reference: 'delta/map#8',
      web_path: '/delta/map/-/issues/8',
      state: 'opened',
      confidential: false,
    },
  ],
  mentioned_count: 1,
  assign_to_closing: `${page}/assign_related_issues`,
  assign_to_closing_count: 2,
};

export const manyCommits: Partial<WidgetData> = {
  commits_count: 24,
  commits_without_merge_commits: ['1', '2', '3', '4', '5'].map((digit) => commit(digit, `Step ${digit} of the bridge`)),
};

/** Nothing that its buttons do reaches the server. */
export function sampleWidget(state: WidgetState, parts: Partial<WidgetData> = {}, rest: Partial<Widget> = {}): Widget {
  return {
    data: { ...sampleData, ...parts, widget_state: state },
    state,
    flow: IDLE,
    isStale: false,
    merge: () => Promise.resolve(false),
    refresh: () => Promise.resolve(),
    refreshPipeline: () => Promise.resolve(),
    seeHead: () => undefined,
    act: () => Promise.resolve(),
    dismissFailure: () => undefined,
    ...rest,
  };
}
