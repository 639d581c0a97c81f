import type { ClearedBy } from '@tributary/contract/merge-requests/readiness.ts';

/** What is so where a check passes. */
export const CHECK_NAMES: Readonly<Record<string, string>> = {
  not_open: 'The merge request is open',
  draft_status: 'The merge request is not a draft',
  title_regex: 'The title has the required format',
  discussions_not_resolved: 'All threads are resolved',
  commits_status: 'Both branches exist, and there are commits to merge',
  need_rebase: 'The source branch is rebased onto the target branch',
  conflict: 'There are no merge conflicts',
  requested_changes: 'No reviewer requests changes',
  ci_must_pass: 'The pipeline succeeded',
  not_approved: 'All required approvals are given',
  merge_request_blocked: 'All merge request dependencies are merged',
  status_checks_must_pass: 'All external status checks passed',
  jira_association_missing: 'A Jira issue key is mentioned',
  policies_denied: 'No denied license is used',
  security_policy_violations: 'No security policy is violated',
  locked_paths: 'No changed path is locked',
  locked_lfs_files: 'No changed LFS file is locked',
  merge_time: 'The time to merge after has come',
};

/** Who can make a check pass. */
export const CLEARED_BY: Readonly<Record<ClearedBy, string>> = {
  author: 'The author can resolve this.',
  pushers: 'Users who can push to the source branch can resolve this.',
  reviewers: 'The reviewers can resolve this.',
  approvers: 'The eligible approvers can resolve this.',
  members: 'Members of the project can resolve this.',
  maintainers: 'Maintainers of the project can resolve this.',
  system: 'This is resolved automatically.',
};
