import type { ErrorDefinition } from './catalogue.ts';

export const PLANNING_ERRORS = {
  label_exists: { kind: 'conflict', text: 'Label already exists' },
  promotion_without_group: {
    kind: 'invalid',
    text: 'This project is not in a group. Move it to a group first, then promote the {what}.',
  },
  issue_changed: {
    kind: 'conflict',
    text: 'Someone else changed this issue while you were editing it.',
  },
  milestone_changed: {
    kind: 'conflict',
    text: 'Someone else changed this milestone while you were editing it.',
  },
  issue_state: { kind: 'not_allowed_now', text: 'The issue is already {state}.' },
  issue_locked_reopen: {
    kind: 'forbidden',
    text: 'A locked issue cannot be reopened. Unlock its discussion first.',
  },
  issue_iid_taken: { kind: 'conflict', text: 'An issue with this number already exists in the project.' },
  issue_move_same_project: { kind: 'invalid', text: 'Cannot move issue to project it originates from!' },
  issue_moved_already: { kind: 'invalid', text: 'This issue was already moved.' },
  issue_move_forbidden: { kind: 'invalid', text: 'Cannot move issue due to insufficient permissions!' },
  issue_link_missing: {
    kind: 'not_found',
    text: 'No matching issue found. Make sure that you are adding a valid issue URL.',
  },
  issue_link_exists: { kind: 'conflict', text: 'Issue(s) already assigned' },
  issue_link_self: { kind: 'invalid', text: 'An issue cannot be linked to itself.' },
  email_address_invalid: { kind: 'invalid', text: '“{address}” is not a valid email address.' },
  email_participants_at_once: { kind: 'invalid', text: 'You can add at most {limit} addresses at a time.' },
  email_participants_limit: { kind: 'invalid', text: 'An issue can have at most {limit} external participants.' },
  email_participants_known: {
    kind: 'invalid',
    text: 'No email participants were added. Either none were provided, or they already exist.',
  },
  email_participants_unknown: {
    kind: 'invalid',
    text: "No email participants were removed. Either none were provided, or they don't exist.",
  },
  duration_invalid: { kind: 'invalid', text: 'The duration is invalid. Use a format like 1w 2d 3h 30m.' },
  time_negative: { kind: 'invalid', text: 'Time to subtract exceeds the total time spent' },
} as const satisfies Record<string, ErrorDefinition>;
