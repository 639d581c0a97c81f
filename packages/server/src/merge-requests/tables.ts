import type { MergeRequestState, ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type MergeStatus = 'unchecked' | 'checking' | 'can_be_merged' | 'cannot_be_merged' | 'preparing';

/** One path that both sides changed; `type` as the widget names it. */
export type StoredConflict = { path: string; type: string; message: string };

type JsonOf<T> = ColumnType<T | null, string | null, string | null>;

export type MergeRequestCounterTable = { project_id: number; last_iid: number };

export type MergeRequestTable = {
  id: Generated<number>;
  iid: number;
  target_project_id: number;
  source_project_id: number | null;
  source_branch: string;
  target_branch: string;
  author_id: number | null;
  title: string;
  description: Generated<string>;
  description_html: Generated<string>;
  description_html_version: Generated<number>;
  state: Generated<MergeRequestState>;
  is_draft: Generated<boolean>;
  head_sha: string | null;
  latest_version_id: number | null;
  commits_count: Generated<number>;
  merge_status: Generated<MergeStatus>;
  merge_checked_at: Date | null;
  merge_check_cause: string | null;
  merge_check_requested_at: Date | null;
  /** How often a check was asked for; an answer to an older question is not taken. */
  merge_check_number: Generated<number>;
  merge_checked_source_sha: string | null;
  merge_checked_target_sha: string | null;
  conflicts: JsonOf<StoredConflict[]>;
  diverged_commits_count: Generated<number>;
  conflicts_since: Date | null;
  merge_error: string | null;
  /** Not merged before. */
  merge_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Set while it is being merged. */
  merging_intent_id: number | null;
  squash: Generated<boolean>;
  force_remove_source_branch: Generated<boolean>;
  should_remove_source_branch: boolean | null;
  /** Set from the merge until the job that removes the branch came to an end, or gave up by then. */
  source_removal_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  allow_collaboration: Generated<boolean>;
  is_discussion_locked: Generated<boolean>;
  milestone_id: number | null;
  merged_at: Date | null;
  merged_by_id: number | null;
  merged_by_push: Generated<boolean>;
  closed_at: Date | null;
  closed_by_id: number | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  merged_commit_sha: string | null;
  merged_target_from_sha: string | null;
  lock_version: Generated<number>;
  last_edited_at: Date | null;
  last_edited_by_id: number | null;
  prepared_at: Date | null;
  ready_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type MergeRequestAssigneeTable = { merge_request_id: number; user_id: number; created_at: Generated<Date> };

export type MergeRequestReviewerTable = {
  merge_request_id: number;
  user_id: number;
  state: Generated<ReviewerState>;
  created_at: Generated<Date>;
  requested_at: Generated<Date>;
  state_at: Generated<Date>;
};

export type MergeRequestLabelTable = { merge_request_id: number; label_id: number; created_at: Generated<Date> };

export type MergeRequestSubscriptionTable = {
  merge_request_id: number;
  user_id: number;
  is_subscribed: boolean;
  is_off: Generated<boolean>;
};

export type VersionState = 'building' | 'ready' | 'empty' | 'failed';

export type MergeRequestVersionTable = {
  id: Generated<number>;
  merge_request_id: number;
  number: number;
  base_sha: string;
  start_sha: string;
  head_sha: string;
  commits_count: number;
  state: Generated<VersionState>;
  files_count: number | null;
  added_lines: number | null;
  removed_lines: number | null;
  pushed_by_id: number | null;
  created_at: Generated<Date>;
  patch_id: Generated<string | null>;
};

export type MergeRequestVersionCommitTable = {
  version_id: number;
  position: number;
  sha: string;
  parent_shas: string[];
  message: string;
  author_name: string;
  author_email: string;
  authored_at: Date;
  committer_name: string;
  committer_email: string;
  committed_at: Date;
};

export type MergeIntentTable = {
  id: Generated<number>;
  merge_request_id: number;
  project_id: number;
  target_ref: string;
  old_target_sha: string;
  new_target_sha: string;
  head_sha: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  actor_id: number | null;
  removes_source_branch: boolean;
  /** What every check said when the merge was decided. */
  readiness: ColumnType<StoredCheck[], string, never>;
  created_at: Generated<Date>;
};

export type AutoMergeTable = {
  merge_request_id: number;
  strategy: 'merge_when_checks_pass' | 'add_to_merge_train_when_checks_pass' | 'merge_train';
  set_by_id: number;
  head_sha: string;
  target_branch: string;
  commit_message: string | null;
  squash: boolean | null;
  squash_message: string | null;
  removes_source_branch: boolean | null;
  set_at: Date;
  failed_at: Date | null;
  failed_reason: string | null;
};

export type MergeRequestBlockTable = {
  id: Generated<number>;
  /** Merged first. */
  blocking_id: number;
  blocked_id: number;
  created_at: Generated<Date>;
};

/** What let a request through that this product merged. */
export type MergeRecordTable = {
  id: Generated<number>;
  merge_request_id: number;
  actor_id: number | null;
  head_sha: string;
  old_target_sha: string;
  new_target_sha: string;
  readiness: ColumnType<StoredCheck[], string, never>;
  decided_at: Date;
  merged_at: Date;
};

/** Whether an open merge request can be merged, as last evaluated; valid while `wanted` equals `computed`. */
export type MergeRequestReadinessTable = {
  merge_request_id: number;
  wanted: Generated<number>;
  computed: Generated<number>;
  head_sha: string | null;
  target_sha: string | null;
  status: DetailedMergeStatus | null;
  results: ColumnType<StoredCheck[], string | undefined, string>;
  checks: string | null;
  cause: string;
  requested_at: Date;
  computed_at: Date | null;
  deadline_at: Date | null;
};

export type RebaseTable = {
  merge_request_id: number;
  started_by_id: number;
  source_sha: string;
  skip_ci: boolean;
  /** Both of a rebase that resolves conflicts. */
  target_sha: string | null;
  resolution: JSONColumnType<readonly object[] | null, string | null, string | null>;
  attempts: Generated<number>;
  started_at: Date;
  finished_at: Date | null;
  result_sha: string | null;
  error: string | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    merge_request_rebases: RebaseTable;
    auto_merges: AutoMergeTable;
    merge_request_counters: MergeRequestCounterTable;
    merge_requests: MergeRequestTable;
    merge_request_blocks: MergeRequestBlockTable;
    merge_request_deployments: { merge_request_id: number; deployment_id: number };
    merge_request_assignees: MergeRequestAssigneeTable;
    merge_request_reviewers: MergeRequestReviewerTable;
    merge_request_readiness: MergeRequestReadinessTable;
    merge_request_labels: MergeRequestLabelTable;
    merge_request_issues: { merge_request_id: number; issue_id: number; is_closing: boolean };
    merge_request_subscriptions: MergeRequestSubscriptionTable;
    merge_request_versions: MergeRequestVersionTable;
    merge_request_version_commits: MergeRequestVersionCommitTable;
    merge_intents: MergeIntentTable;
    merge_records: MergeRecordTable;
  }
}
