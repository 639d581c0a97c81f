import type { ErrorDefinition } from './catalogue.ts';

export const ACCOUNT_ERRORS = {
  basic_denied: {
    kind: 'unauthenticated',
    text: 'HTTP Basic: Access denied. The password or token is not right, or the account has two-factor authentication on and needs a personal access token instead of the password.',
  },
} as const satisfies Record<string, ErrorDefinition>;
