import type { ErrorDefinition } from './catalogue.ts';

export const REPOSITORY_ERRORS = {
  repository_not_ready: {
    kind: 'unavailable',
    text: 'The repository of this project is still being prepared. Try again in a moment.',
  },
  ref_not_found: { kind: 'invalid', text: 'Invalid reference name: {name}' },
  branch_name_invalid: { kind: 'invalid', text: 'Branch name "{name}" is not allowed. {reason}' },
  tag_name_invalid: { kind: 'invalid', text: 'Tag name "{name}" is not allowed. {reason}' },
  message_has_null: {
    kind: 'invalid',
    text: 'The message contains a null character. Remove it and try again.',
  },
  author_blank: { kind: 'invalid', text: 'The author must have a name and an email address without "<" and ">".' },
  branch_exists: { kind: 'invalid', text: 'Branch already exists' },
  tag_exists: { kind: 'invalid', text: 'Tag {name} already exists' },
  branch_named_like_tag: {
    kind: 'invalid',
    text: 'A tag named "{name}" already exists. Choose another name for the branch.',
  },
  tag_named_like_branch: {
    kind: 'invalid',
    text: 'A branch named "{name}" already exists. Choose another name for the tag.',
  },
  ref_name_conflict: {
    kind: 'invalid',
    text: 'The name "{name}" conflicts with another branch or tag: "a" and "a/b" cannot both exist.',
  },
  ref_changed: {
    kind: 'conflict',
    text: 'Someone else changed "{name}" in the meantime. Reload and try again.',
  },
  repository_locked: {
    kind: 'unavailable',
    text: 'Another change to this repository is in progress. Try again in a moment.',
  },
  repository_damaged: {
    kind: 'unavailable',
    text: 'A file in this repository cannot be read. Nothing was changed. Contact an administrator.',
  },
  branch_push_refused: {
    kind: 'forbidden',
    text: 'You are not allowed to push to "{name}", because the branch is protected. Push to another branch and create a merge request.',
  },
  branch_force_push_refused: {
    kind: 'forbidden',
    text: 'You are not allowed to force push to "{name}", because the branch is protected. Push new commits on top instead.',
  },
  branch_delete_refused: {
    kind: 'forbidden',
    text: 'Protected branch cannot be removed. Remove the protection of "{name}" in the repository settings first.',
  },
  branch_merge_refused: {
    kind: 'forbidden',
    text: 'You are not allowed to merge into "{name}", because the branch is protected.',
  },
  default_branch_delete_refused: {
    kind: 'not_allowed_now',
    text: 'Cannot remove HEAD branch. Choose another default branch before removing "{name}".',
  },
  push_hidden_ref: {
    kind: 'forbidden',
    text: '"{name}" is a hidden ref that only the server can update. Push to a branch or a tag.',
  },
  push_foreign_ref: {
    kind: 'forbidden',
    text: '"{name}" cannot be pushed. {reason}',
  },
  push_too_many_objects: {
    kind: 'too_large',
    text: 'The push contains {count} objects. The limit is {limit}. Push fewer commits at a time.',
  },
  push_blob_too_large: {
    kind: 'too_large',
    text: 'The file "{path}" is {size}. The limit is {limit}. Remove it from the commits and push again.',
  },
  file_exists: { kind: 'invalid', text: 'A file with this name already exists: {path}' },
  submodule_missing: { kind: 'invalid', text: 'There is no submodule at {path}' },
  file_missing: { kind: 'invalid', text: "A file with this name doesn't exist: {path}" },
  directory_exists: { kind: 'invalid', text: 'A directory with this name already exists: {path}' },
  file_changed: {
    kind: 'invalid',
    text: 'You are attempting to update a file that has changed since you started editing it: {path}',
  },
  file_path_invalid: { kind: 'invalid', text: 'The path "{path}" is not allowed: {reason}' },
  file_encoding_invalid: { kind: 'invalid', text: 'The content of "{path}" is not valid base64.' },
  commit_without_changes: { kind: 'invalid', text: 'There are no changes to commit.' },
  commit_message_missing: { kind: 'invalid', text: 'A commit message is required.' },
  commit_start_ambiguous: {
    kind: 'invalid',
    text: 'start_branch and start_sha are mutually exclusive. Provide only one of them.',
  },
  commit_branch_missing: {
    kind: 'invalid',
    text: 'You can only create or edit files when you are on a branch: "{name}" does not exist.',
  },
  commit_not_applied: {
    kind: 'invalid',
    text: 'Sorry, we cannot {action} this commit automatically. It conflicts with "{name}" or was already applied.',
  },
  merge_commit_needs_side: {
    kind: 'invalid',
    text: 'This is a merge commit. Specify which parent to keep.',
  },
  content_too_large: { kind: 'too_large', text: 'This file is too large to show. Download it instead.' },
  search_not_allowed: { kind: 'invalid', text: 'This search is not supported. Use shorter, plain text.' },
  archive_not_available: { kind: 'invalid', text: 'This archive format is not available: {format}' },
  merge_base_refs_too_few: { kind: 'invalid', text: 'Provide at least 2 refs' },
  changelog_start_unknown: {
    kind: 'invalid',
    text: 'Failed to generate the changelog: there is no tag for an earlier version, such as v1.0.0. Set "from" to the commit before the first change.',
  },
  tag_create_refused: {
    kind: 'forbidden',
    text: 'You are not allowed to create the tag "{name}", because it is protected. Ask a maintainer of the project.',
  },
  tag_update_refused: {
    kind: 'forbidden',
    text: 'The tag "{name}" is protected and cannot be moved. Create another one.',
  },
  tag_delete_refused: {
    kind: 'forbidden',
    text: 'You are not allowed to delete the tag "{name}", because it is protected. Only maintainers and owners of the project can delete it.',
  },
  tag_delete_by_git_refused: {
    kind: 'forbidden',
    text: 'The tag "{name}" is protected. Only maintainers and owners can delete it, in the web interface.',
  },
  tag_protection_exists: { kind: 'conflict', text: "Protected tag '{name}' already exists" },
  tag_protection_name_invalid: { kind: 'invalid', text: 'The name of a protected tag is empty or too long.' },
  protection_exists: { kind: 'conflict', text: "Protected branch '{name}' already exists" },
  protection_inherited: {
    kind: 'forbidden',
    text: "The protected branch '{name}' is inherited from the group {group}. Change it there, under Settings, Repository, or with /groups/{groupId}/protected_branches.",
  },
  protection_name_invalid: { kind: 'invalid', text: 'The name of a protected branch is empty or too long.' },
  protection_person_unknown: {
    kind: 'invalid',
    text: 'You can select only members who can push and groups that are invited to this project.',
  },
  fork_exists: { kind: 'conflict', text: 'Project already forked' },
  fork_of_itself: { kind: 'invalid', text: 'A project cannot be a fork of itself or of its own fork.' },
  fork_too_visible: {
    kind: 'invalid',
    text: 'A fork cannot be more visible than its source project.',
  },
} as const satisfies Record<string, ErrorDefinition>;
