import type { ErrorDefinition } from './catalogue.ts';

export const APPROVAL_ERRORS = {
  code_owner_push_refused: {
    kind: 'forbidden',
    text: 'Pushes to "{name}" that change files with code owners are not allowed. Create a merge request instead. These patterns of the CODEOWNERS file were matched:\n{patterns}',
  },
  approval_password_invalid: { kind: 'unauthenticated', text: 'Approval password is invalid.' },
  approval_password_required: { kind: 'unauthenticated', text: 'Enter your password to approve this merge request.' },
  approval_rule_name_taken: { kind: 'invalid', text: 'Rule name is already taken.' },
  approval_rule_any_exists: {
    kind: 'invalid',
    text: 'There is already a rule for all eligible users. Change its number of approvals instead.',
  },
  approval_rule_of_project: {
    kind: 'forbidden',
    text: 'This rule belongs to the project. Change it in the project settings.',
  },
  approval_rule_below_project: {
    kind: 'invalid',
    text: 'Please enter a number greater than {number} (from project settings).',
  },
  approval_rule_type_fixed: { kind: 'invalid', text: '{reason}' },
  approval_rules_fixed: {
    kind: 'forbidden',
    text: 'The settings do not allow changing approval rules in merge requests.',
  },
  approval_setting_locked: {
    kind: 'invalid',
    text: 'The setting {name} is locked by the {level}. Ask an administrator or a group owner to change it there.',
  },
} satisfies Record<string, ErrorDefinition>;
