import type { ErrorDefinition } from './catalogue.ts';

export const MERGE_REQUEST_ERRORS = {
  merge_request_exists: {
    kind: 'conflict',
    text: 'Another open merge request already exists for this source branch: !{iid}',
  },
  merge_request_same_branch: {
    kind: 'invalid',
    text: "You can't use same project/branch for source and target",
  },
  merge_request_branch_missing: { kind: 'invalid', text: '{side} branch "{name}" does not exist' },
  find_expression_invalid: {
    kind: 'invalid',
    text: 'Invalid regular expression. Use RE2 syntax, without lookarounds and backreferences.',
  },
  find_busy: {
    kind: 'unavailable',
    text: 'Too many regular expression searches are running. Try again in a moment, or search for plain text.',
  },
  merge_request_unrelated: {
    kind: 'invalid',
    text: '"{source}" and "{target}" have no common history, so they cannot be compared.',
  },
  merge_request_no_commits: {
    kind: 'invalid',
    text: 'There are no new commits. All commits in "{source}" are already in "{target}".',
  },
  merge_request_not_fork: { kind: 'invalid', text: 'Source project is not a fork of the target project' },
  merge_request_changed: {
    kind: 'conflict',
    text: 'Someone else changed this merge request while you were editing it.',
  },
  merge_request_not_open: { kind: 'not_allowed_now', text: 'The merge request is {state}.' },
  merge_request_locked_reopen: {
    kind: 'forbidden',
    text: 'A locked merge request cannot be reopened. Unlock its discussion first.',
  },
  merge_request_source_gone: {
    kind: 'invalid',
    text: 'The merge request cannot be reopened because the source branch "{name}" no longer exists.',
  },
  merge_request_source_replaced: {
    kind: 'invalid',
    text: 'The merge request cannot be reopened because the source branch "{name}" was recreated with a different history. Create a new merge request.',
  },
  dependency_missing: {
    kind: 'invalid',
    text: 'Dependency "{name}" was not found. Enter a reference such as !5 or group/project!5, or the URL of a merge request you can view.',
  },
  dependency_self: { kind: 'invalid', text: 'A merge request cannot depend on itself.' },
  dependency_exists: { kind: 'conflict', text: 'This dependency already exists.' },
  dependency_circle: {
    kind: 'invalid',
    text: 'The other merge request already depends on this one, so neither could be merged.',
  },
  dependency_limit: { kind: 'invalid', text: 'A merge request can have at most {max} dependencies.' },
  stack_missing: {
    kind: 'invalid',
    text: 'This merge request does not build on another open merge request. Merge it by itself.',
  },
  stack_not_ready: { kind: 'not_allowed_now', text: '!{iid} cannot be merged yet. {reason}' },
  stack_merge_running: { kind: 'conflict', text: 'This stack is already being merged.' },
  stack_merge_not_running: { kind: 'conflict', text: 'This stack is not being merged.' },
  nothing_to_change: { kind: 'invalid', text: '{names} are missing, at least one parameter must be provided' },
  merge_not_allowed: { kind: 'not_allowed_now', text: '405 Method Not Allowed' },
  merge_not_rebased: {
    kind: 'not_allowed_now',
    text: 'Fast-forward merge is not possible. Rebase the source branch onto the target branch, then merge again.',
  },
  branch_update_not_possible: { kind: 'conflict', text: 'The branch cannot be updated. {reason}' },
  merge_nothing_left: {
    kind: 'invalid',
    text: 'The target branch has all changes of this merge request already. Close it, or push other changes.',
  },
  merge_forbidden: { kind: 'unauthenticated', text: '401 Unauthorized' },
  merge_strategy_unavailable: {
    kind: 'invalid',
    text: 'The auto-merge strategy "{name}" is not available here. Omit the strategy to merge now.',
  },
  auto_merge_not_ready: {
    kind: 'not_allowed_now',
    text: 'Not merged: {reason} Auto-merge is not available here. Try again when all checks have passed.',
  },
  merge_train_required: {
    kind: 'not_allowed_now',
    text: 'This project uses merge trains. Add the merge request to the merge train, or ask a maintainer to merge it immediately.',
  },
  merge_train_skip_not_allowed: {
    kind: 'invalid',
    text: 'The project does not allow merge requests to skip the merge train. Omit skip_merge_train.',
  },
  merge_train_added_already: { kind: 'conflict', text: 'The merge request is already in the merge train.' },
  merge_train_same_head: {
    kind: 'conflict',
    text: 'This commit was removed from the merge train: {reason} Push a change, or ask a user to add it again.',
  },
  merge_trains_disabled: {
    kind: 'not_allowed_now',
    text: 'Merge trains are not enabled for this project. Enable them in the settings, with merged results pipelines.',
  },
  auto_merge_not_set: {
    kind: 'not_allowed_now',
    text: '406 Not Acceptable: auto-merge is not set for this merge request.',
  },
  merge_branch_moved: {
    kind: 'conflict',
    text: 'SHA does not match HEAD of source branch: {sha}',
  },
  merge_conflicts: { kind: 'invalid', text: 'Branch cannot be merged' },
  conflicts_not_resolvable: { kind: 'forbidden', text: 'The conflicts cannot be resolved here. {reason}' },
  conflicts_gone: {
    kind: 'conflict',
    text: 'There are no conflicts to resolve. Reload the merge request to see its current state.',
  },
  conflicts_changed: {
    kind: 'conflict',
    text: 'The source or target branch was updated. Load the new conflicts. Your choices for unchanged files are kept.',
  },
  conflict_resolution_invalid: { kind: 'invalid', text: '{path} {reason}' },
  merge_target_changed: {
    kind: 'conflict',
    text: 'The target branch of the merge request was changed. Reload to see where it would be merged.',
  },
  merge_target_moved: {
    kind: 'conflict',
    text: 'The target branch "{name}" changed during the merge. Try again.',
  },
  merge_in_progress: { kind: 'conflict', text: 'This merge request is already being merged.' },
  merge_settings_changed: {
    kind: 'conflict',
    text: 'The merge settings of the project changed during the merge. Try again.',
  },
  project_merging: {
    kind: 'conflict',
    text: 'Another merge request in this project is being merged. Try again.',
  },
  merge_message_blank: { kind: 'invalid', text: 'The commit message is empty.' },
  squash_not_allowed: { kind: 'invalid', text: 'Squashing is not allowed in this project.' },
  rebase_not_possible: { kind: 'forbidden', text: '{reason}' },
  version_unknown: { kind: 'not_found', text: 'There is no version with ID {id}.' },
  commit_unknown: { kind: 'not_found', text: 'Commit {sha} is not in these changes.' },
  commit_ambiguous: {
    kind: 'invalid',
    text: 'Several commits in the merge request start with {sha}. Enter more of the commit SHA.',
  },
  version_not_kept: {
    kind: 'not_found',
    text: 'This version does not exist. In merge requests with many versions, older versions without comments are removed.',
  },
  comparison_moved: {
    kind: 'conflict',
    text: 'A branch was updated. Reload to see the latest changes.',
  },
  context_commit_unknown: {
    kind: 'invalid',
    text: 'Commit {sha} is not in the target branch, so it cannot be added as a context commit.',
  },
  too_many_context_commits: {
    kind: 'invalid',
    text: 'A merge request can have at most {limit} context commits.',
  },
  too_many_drafts: {
    kind: 'invalid',
    text: 'You already have {max} pending comments. Publish or discard some of them first.',
  },
  draft_changed: {
    kind: 'conflict',
    text: 'This pending comment was changed in another tab or device while you were editing it.',
  },
  suggestion_applied: { kind: 'invalid', text: "Can't apply as this suggestion was already applied." },
  suggestion_stale: {
    kind: 'conflict',
    text: "Can't apply as lines {from_line} to {to_line} of {path} were changed in a more recent version. Request a new suggestion, or change the lines manually.",
  },
  suggestion_file_gone: {
    kind: 'conflict',
    text: "Can't apply as the file {path} is no longer in the source branch.",
  },
  suggestion_overlap: {
    kind: 'invalid',
    text: 'Suggestions are not applicable as their lines cannot overlap: {path}, lines {from_line} to {to_line}.',
  },
  suggestion_unchanged: { kind: 'invalid', text: 'This suggestion already matches its content.' },
  suggestion_branch_gone: { kind: 'invalid', text: "Can't apply as the source branch was deleted." },
  suggestion_not_open: { kind: 'invalid', text: "Can't apply as this merge request is {state}." },
  suggestion_forbidden: {
    kind: 'forbidden',
    text: 'You are not allowed to push to the source branch, so you cannot apply suggestions to it.',
  },
  suggestions_mixed: { kind: 'invalid', text: 'All suggestions must be from the same merge request.' },
  suggestion_not_text: { kind: 'invalid', text: 'The file {path} is not UTF-8 text, so it cannot be changed here.' },
  approve_refused: { kind: 'forbidden', text: '{reason}' },
  review_undo_late: {
    kind: 'conflict',
    text: 'You can no longer undo this review. Reviews can be undone for one minute.',
  },
  review_verdict_moved: {
    kind: 'conflict',
    text: 'This can no longer be undone: {what}.',
  },
  requested_changes_missing: { kind: 'not_found', text: 'You have not requested changes.' },
  reset_approvals_by_bots: {
    kind: 'forbidden',
    text: 'Only project and group access tokens can reset approvals.',
  },
  approval_missing: { kind: 'not_found', text: 'You have not approved this merge request.' },
  version_not_ready: {
    kind: 'unavailable',
    text: 'Building your merge request. This page will update when the build is complete.',
  },
  comparison_damaged: {
    kind: 'unavailable',
    text: 'The stored changes are damaged and are being rebuilt. Try again in a moment.',
  },
  merge_ref_missing: { kind: 'invalid', text: 'Merge ref is not available: {reason}' },
} as const satisfies Record<string, ErrorDefinition>;
