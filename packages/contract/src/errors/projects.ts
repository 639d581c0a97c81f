import type { ErrorDefinition } from './catalogue.ts';

export const PROJECT_ERRORS = {
  project_archived: { kind: 'forbidden', text: 'This project is archived and cannot be changed.' },
  moved: { kind: 'not_found', text: 'This address has moved to {to}.' },
  moved_write: { kind: 'not_allowed_now', text: 'Non GET methods are not allowed for moved projects' },
  wrong_full_path: {
    kind: 'invalid',
    text: '`full_path` is incorrect. Send the complete path of what is to be removed.',
  },
  member_exists: { kind: 'conflict', text: 'Member already exists' },
  member_level_too_high: { kind: 'forbidden', text: 'Nobody can give or change a role above their own.' },
  access_requests_disabled: {
    kind: 'forbidden',
    text: 'Access cannot be requested here. Ask an owner to add you as a member.',
  },
  access_request_exists: { kind: 'conflict', text: 'You have requested access already. Wait for the answer.' },
  group_link_exists: { kind: 'conflict', text: 'This group is invited already. Change its role instead.' },
  group_link_above: {
    kind: 'conflict',
    text: 'The people of this group have their role here already. A place is not shared with itself or the groups above it.',
  },
  sharing_locked: { kind: 'forbidden', text: 'Projects in this group cannot be shared with other groups.' },
  membership_locked: {
    kind: 'forbidden',
    text: 'Nobody can be added to projects of this group. An owner can change that in the settings of the group.',
  },
  access_token_level: { kind: 'forbidden', text: 'An access token cannot have a higher role than you have here.' },
  group_creation_not_allowed: {
    kind: 'forbidden',
    text: 'You are not allowed to make groups at the top. Ask an administrator, or make one in a group of yours.',
  },
  projects_limit_reached: {
    kind: 'forbidden',
    text: 'Your project limit is {limit}. Ask an administrator to raise it, or make the project in a group.',
  },
  last_owner: { kind: 'forbidden', text: 'A group needs an owner. Make somebody else an owner first.' },
  transfer_same_namespace: { kind: 'invalid', text: 'Project is already in this namespace.' },
  transfer_same_parent: { kind: 'invalid', text: 'Transfer failed: Group is already associated to the parent group.' },
  transfer_into_itself: {
    kind: 'invalid',
    text: 'Transfer failed: A group cannot be moved into itself or a group in it.',
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
  too_many_reports: { kind: 'invalid', text: 'A commit can have at most {limit} reports of one kind.' },
  too_many_hooks: { kind: 'invalid', text: 'A project can have at most {limit} webhooks.' },
  hook_nothing_to_send: {
    kind: 'invalid',
    text: 'The project has nothing yet that this event could tell of. Make it happen once, then test again.',
  },
  hook_url_changed: {
    kind: 'conflict',
    text: 'The address of the webhook has changed since. What was sent before stays where it went.',
  },
} as const satisfies Record<string, ErrorDefinition>;
