import type { ErrorDefinition } from './catalogue.ts';

export const STATUS_CHECK_ERRORS = {
  status_check_name_taken: { kind: 'invalid', text: 'Name is already taken.' },
  status_check_url_taken: { kind: 'invalid', text: 'External API is already in use by another status check.' },
  status_check_other_head: {
    kind: 'conflict',
    text: 'The SHA is not the head of the source branch. Check the newest commit and respond with its SHA.',
  },
  status_check_not_failed: { kind: 'invalid', text: 'Only a failed status check can be retried.' },
  status_check_own_request: {
    kind: 'forbidden',
    text: 'Authors cannot set the status of checks on their own merge request. Use the token of the external service.',
  },
  license_policy_name_taken: { kind: 'invalid', text: 'This license already has a policy.' },
} satisfies Record<string, ErrorDefinition>;
