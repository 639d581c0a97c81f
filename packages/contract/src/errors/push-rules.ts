import type { ErrorDefinition } from './catalogue.ts';

/** Push rules: the sentences that git clients of other servers of this kind print, so that scripts that look for them work. */
export const PUSH_RULE_ERRORS = {
  push_rule_message: { kind: 'invalid', text: "Commit message does not follow the pattern '{pattern}' ({sha})" },
  push_rule_message_forbidden: {
    kind: 'invalid',
    text: "Commit message contains the forbidden pattern '{pattern}' ({sha})",
  },
  push_rule_branch: { kind: 'invalid', text: "Branch name '{name}' does not follow the pattern '{pattern}'" },
  push_rule_email: {
    kind: 'invalid',
    text: "{role}'s email '{email}' does not follow the pattern '{pattern}' ({sha})",
  },
  push_rule_member: { kind: 'invalid', text: "{role} '{email}' is not a member of team ({sha})" },
  push_rule_committer: {
    kind: 'invalid',
    text: "You cannot push commits for '{email}'. You can only push commits if the committer email is one of your own verified emails ({sha})",
  },
  push_rule_committer_name: {
    kind: 'invalid',
    text: "Your git username is inconsistent with your account name. Commit as '{name}' instead of '{committer}' ({sha})",
  },
  push_rule_unsigned: {
    kind: 'invalid',
    text: 'Commit must be signed with a GPG key or SSH key ({sha})',
  },
  push_rule_dco: { kind: 'invalid', text: 'Commit message must contain a DCO signoff ({sha})' },
  push_rule_file_name: { kind: 'invalid', text: "File name {path} was prohibited by the pattern '{pattern}' ({sha})" },
  push_rule_secret: {
    kind: 'invalid',
    text: 'File name {path} was prohibited because such files usually contain secrets ({sha}). Remove it from the commits and push again.',
  },
  push_rule_file_size: {
    kind: 'invalid',
    text: 'File "{path}" is larger than the allowed size of {limit} MB. Use Git LFS to manage this file.',
  },
  push_rule_delete_tag: { kind: 'forbidden', text: 'You cannot delete a tag' },
  push_rule_too_many_commits: {
    kind: 'too_large',
    text: 'The push rules cannot be checked for more than {limit} commits at a time. Push fewer commits at a time.',
  },
  push_rule_exists: { kind: 'invalid', text: 'Push rules exist already. Update them instead.' },
  push_rule_enforced: {
    kind: 'invalid',
    text: '{name} is turned on for the whole {level} and cannot be turned off here.',
  },
} as const satisfies Record<string, ErrorDefinition>;
