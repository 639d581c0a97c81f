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
    text: 'This is not an expression that can be searched for. Write RE2 syntax: look-arounds and back-references do not exist in it.',
  },
  find_busy: {
    kind: 'unavailable',
    text: 'Many expressions are being searched for. Try again in a moment, or search for a text that is no expression.',
  },
  merge_request_unrelated: {
    kind: 'invalid',
    text: '"{source}" and "{target}" have no commit in common, so there is nothing to compare.',
  },
  merge_request_no_commits: {
    kind: 'invalid',
    text: 'There are no new commits on "{source}": "{target}" has them all already.',
  },
  merge_request_not_fork: { kind: 'invalid', text: 'Source project is not a fork of the target project' },
  merge_request_changed: {
    kind: 'conflict',
    text: 'This merge request was changed by somebody else while you were editing it.',
  },
  merge_request_not_open: { kind: 'not_allowed_now', text: 'The merge request is {state}.' },
  merge_request_locked_reopen: {
    kind: 'forbidden',
    text: 'A locked merge request cannot be reopened. Unlock its discussion first.',
  },
  merge_request_source_gone: {
    kind: 'invalid',
    text: 'The source branch "{name}" does not exist any more, so the merge request cannot be reopened.',
  },
  merge_request_source_replaced: {
    kind: 'invalid',
    text: 'The source branch "{name}" was made anew with another history, so the merge request cannot be reopened. Create a new one.',
  },
  nothing_to_change: { kind: 'invalid', text: '{names} are missing, at least one parameter must be provided' },
  merge_not_allowed: { kind: 'not_allowed_now', text: '405 Method Not Allowed' },
  merge_forbidden: { kind: 'unauthenticated', text: '401 Unauthorized' },
  merge_strategy_unavailable: {
    kind: 'invalid',
    text: 'Merging later by "{name}" is not available here. Leave the strategy out to merge now.',
  },
  auto_merge_not_ready: {
    kind: 'not_allowed_now',
    text: 'Nothing was merged: {reason} Merging later by itself is not available here. Try again when everything has passed.',
  },
  auto_merge_not_set: {
    kind: 'not_allowed_now',
    text: '406 Not Acceptable: this merge request is not set to be merged automatically.',
  },
  merge_branch_moved: {
    kind: 'conflict',
    text: 'SHA does not match HEAD of source branch: {sha}',
  },
  merge_conflicts: { kind: 'invalid', text: 'Branch cannot be merged' },
  merge_target_moved: {
    kind: 'conflict',
    text: 'The target branch "{name}" moved while the merge was made. Try again.',
  },
  merge_in_progress: { kind: 'conflict', text: 'This merge request is being merged already.' },
  merge_settings_changed: {
    kind: 'conflict',
    text: 'The merge settings of the project changed while the merge was made. Try again.',
  },
  project_merging: {
    kind: 'conflict',
    text: 'A merge request of this project is being merged at this moment. Try again.',
  },
  merge_message_blank: { kind: 'invalid', text: 'The commit message is empty.' },
  squash_not_allowed: { kind: 'invalid', text: 'Squashing is not allowed in this project.' },
  rebase_not_possible: { kind: 'forbidden', text: '{reason}' },
  version_unknown: { kind: 'not_found', text: 'No version of these changes has the id {id}.' },
  commit_unknown: { kind: 'not_found', text: 'Commit {sha} is not part of these changes.' },
  commit_ambiguous: {
    kind: 'invalid',
    text: 'Several commits of the merge request begin with {sha}. Write more of the commit id.',
  },
  version_not_kept: {
    kind: 'not_found',
    text: 'There is no such version of the changes. Of a merge request with very many versions, older ones that nobody spoke about are not kept.',
  },
  comparison_moved: {
    kind: 'conflict',
    text: 'What is compared has changed since this page was opened: a branch moved on. Load the page anew to see it.',
  },
  context_commit_unknown: {
    kind: 'invalid',
    text: 'Commit {sha} is not on the target branch, so it cannot give context to the merge request.',
  },
  too_many_context_commits: {
    kind: 'invalid',
    text: 'A merge request can have at most {limit} context commits.',
  },
  too_many_drafts: {
    kind: 'invalid',
    text: 'There are {max} pending comments already. Publish or discard some of them first.',
  },
  draft_changed: {
    kind: 'conflict',
    text: 'This pending comment was changed in another window while you were editing it.',
  },
  suggestion_applied: { kind: 'invalid', text: "Can't apply as this suggestion was already applied." },
  suggestion_stale: {
    kind: 'conflict',
    text: "Can't apply as the lines {from_line} to {to_line} of {path} were changed in a more recent version. Ask for a new suggestion, or change them by hand.",
  },
  suggestion_file_gone: {
    kind: 'conflict',
    text: "Can't apply as the file {path} is not in the source branch any more.",
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
  suggestions_mixed: { kind: 'invalid', text: 'All suggestions must be of one merge request.' },
  suggestion_not_text: { kind: 'invalid', text: 'The file {path} is no text in UTF-8, so it cannot be changed here.' },
  approve_refused: { kind: 'forbidden', text: '{reason}' },
  review_undo_late: {
    kind: 'conflict',
    text: 'The minute to undo this review is over: it stays published.',
  },
  review_verdict_moved: {
    kind: 'conflict',
    text: 'This cannot be undone any more: {what}.',
  },
  requested_changes_missing: { kind: 'not_found', text: 'You have not requested changes.' },
  reset_approvals_by_bots: {
    kind: 'forbidden',
    text: 'Only the access tokens of projects and groups can take back what others have approved.',
  },
  approval_missing: { kind: 'not_found', text: 'You have not approved this merge request.' },
  version_not_ready: {
    kind: 'unavailable',
    text: 'Building your merge request. This page will update when the build is complete.',
  },
  comparison_damaged: {
    kind: 'unavailable',
    text: 'What is kept of these changes is damaged and is made anew. Try again in a moment.',
  },
  merge_ref_missing: { kind: 'invalid', text: 'Merge ref is not available: {reason}' },
} as const satisfies Record<string, ErrorDefinition>;
