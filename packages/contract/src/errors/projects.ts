import type { ErrorDefinition } from './catalogue.ts';

export const PROJECT_ERRORS = {
  project_archived: { kind: 'forbidden', text: 'This project is archived and cannot be changed.' },
  group_archived: {
    kind: 'forbidden',
    text: 'This group is archived or will be deleted. It cannot be changed.',
  },
  import_by_url_unavailable: {
    kind: 'forbidden',
    text: 'Projects cannot be imported by URL here. Create an empty project and push the repository to it.',
  },
  not_marked_for_deletion: { kind: 'invalid', text: 'This is not marked for deletion. There is nothing to restore.' },
  deletion_not_scheduled: {
    kind: 'invalid',
    text: 'Only what is marked for deletion can be deleted permanently. Delete it without `permanently_remove` first.',
  },
  moved: { kind: 'not_found', text: 'This path has moved to {to}.' },
  moved_write: { kind: 'not_allowed_now', text: 'Non GET methods are not allowed for moved projects' },
  wrong_full_path: {
    kind: 'invalid',
    text: '`full_path` is incorrect. Send the full path of the item to delete.',
  },
  member_exists: { kind: 'conflict', text: 'Member already exists' },
  member_level_too_high: { kind: 'forbidden', text: 'You cannot assign or change a role higher than your own.' },
  access_requests_disabled: {
    kind: 'forbidden',
    text: 'Access requests are disabled. Ask an owner to add you as a member.',
  },
  access_request_exists: { kind: 'conflict', text: 'You have already requested access.' },
  group_link_exists: { kind: 'conflict', text: 'This group is already invited. Change its role instead.' },
  group_link_above: {
    kind: 'conflict',
    text: 'Members of this group already have access. You cannot invite the group itself or its parent groups.',
  },
  sharing_locked: { kind: 'forbidden', text: 'Projects in this group cannot be shared with other groups.' },
  membership_locked: {
    kind: 'forbidden',
    text: 'Members cannot be added to projects in this group. An owner can change this in the group settings.',
  },
  access_token_level: { kind: 'forbidden', text: 'An access token cannot have a higher role than your own.' },
  group_creation_not_allowed: {
    kind: 'forbidden',
    text: 'You are not allowed to create top-level groups. Ask an administrator, or create a subgroup.',
  },
  projects_limit_reached: {
    kind: 'forbidden',
    text: 'Your project limit is {limit}. Ask an administrator to increase it, or create the project in a group.',
  },
  last_owner: { kind: 'forbidden', text: 'A group must have an owner. Assign another owner first.' },
  transfer_same_namespace: { kind: 'invalid', text: 'Project is already in this namespace.' },
  transfer_same_parent: { kind: 'invalid', text: 'Transfer failed: Group is already associated to the parent group.' },
  transfer_into_itself: {
    kind: 'invalid',
    text: 'Transfer failed: A group cannot be moved into itself or one of its subgroups.',
  },
  transfer_group_path_taken: {
    kind: 'invalid',
    text: 'Transfer failed: The parent group already has a subgroup or a project with the same path.',
  },
  transfer_path_taken: {
    kind: 'invalid',
    text: 'Project with same name or path in target namespace already exists',
  },
  offset_too_large: {
    kind: 'not_allowed_now',
    text: 'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.',
  },
  keyset_order: { kind: 'not_allowed_now', text: 'Keyset pagination is not yet available for this type of request' },
  too_many_reports: { kind: 'invalid', text: 'A commit can have at most {limit} reports of the same type.' },
  too_many_hooks: { kind: 'invalid', text: 'There can be at most {limit} webhooks. Delete one first.' },
  hook_nothing_to_send: {
    kind: 'invalid',
    text: 'The project has no data for this event yet. Trigger the event once, then test again.',
  },
  hook_url_changed: {
    kind: 'conflict',
    text: 'The webhook URL has changed since this delivery. It cannot be sent again.',
  },
} as const satisfies Record<string, ErrorDefinition>;
