import type { ErrorDefinition } from './catalogue.ts';

export const ACCOUNT_ERRORS = {
  basic_denied: {
    kind: 'unauthenticated',
    text: 'HTTP Basic: Access denied. The password or token is incorrect. If your account has two-factor authentication enabled, use a personal access token instead of your password.',
  },
  ssh_key_denied: { kind: 'unauthenticated', text: 'This SSH key does not give access any more.' },
  deploy_key_read_only: { kind: 'forbidden', text: 'This deploy key does not have write access to this project.' },
  deploy_key_without_creator: {
    kind: 'forbidden',
    text: 'This deploy key cannot push any more, as the account that created it is not active.',
  },
  // Not "unauthenticated": there is nothing to repeat after signing in, which is what clients do with that.
  sign_in_failed: { kind: 'invalid', text: 'Invalid login or password.' },
  too_many_attempts: { kind: 'rate_limited', text: 'Too many attempts. Try again in {seconds} seconds.' },
  account_blocked: { kind: 'forbidden', text: 'Your account has been blocked. Contact an administrator.' },
  account_deactivated: { kind: 'forbidden', text: 'Your account has been deactivated. Contact an administrator.' },
  account_pending_approval: {
    kind: 'forbidden',
    text: 'Your account is pending approval from an administrator.',
  },
  second_factor_failed: { kind: 'invalid', text: 'The code is incorrect or was already used.' },
  second_factor_expired: { kind: 'invalid', text: 'Your sign-in attempt has expired. Sign in again.' },
  sign_up_disabled: { kind: 'forbidden', text: 'Sign-up is disabled on this instance.' },
  reauthentication_required: { kind: 'forbidden', text: 'Confirm your password to continue.' },
  session_required: {
    kind: 'forbidden',
    text: 'You cannot do this with a token. Sign in with a browser.',
  },
  link_invalid: { kind: 'invalid', text: 'This link has expired or was already used. Request a new one.' },
  two_factor_is_on: { kind: 'conflict', text: 'Two-factor authentication is already enabled.' },
  two_factor_is_off: { kind: 'invalid', text: 'Two-factor authentication is not enabled.' },
  token_may_not_make_tokens: {
    kind: 'forbidden',
    text: '403 Forbidden - a token can only create tokens with the scope self_rotate',
  },
  sudo_without_token: {
    kind: 'forbidden',
    text: '403 Forbidden - acting as another user requires a personal access token with the scope sudo',
  },
  sudo_without_scope: {
    kind: 'forbidden',
    text: 'The request requires higher privileges than provided by the access token.',
  },
  sudo_not_admin: { kind: 'forbidden', text: '403 Forbidden - Must be admin to use sudo' },
  sudo_unknown_user: { kind: 'not_found', text: "404 User with ID or username '{name}' Not Found" },
  token_not_living: { kind: 'invalid', text: '400 Bad request - Token already revoked' },
  last_administrator: { kind: 'forbidden', text: '403 Forbidden - the last administrator cannot be removed' },
  own_account: { kind: 'forbidden', text: '403 Forbidden - you cannot do this to your own account' },
  user_state_refused: { kind: 'forbidden', text: '403 Forbidden - {reason}' },
  user_not_pending: { kind: 'conflict', text: 'User does not have a pending request' },
  user_in_use: {
    kind: 'conflict',
    text: 'This account still owns projects, or is the last owner of a group. Transfer ownership first, or block the account.',
  },
  abuse_report_of_self: { kind: 'invalid', text: 'You cannot report yourself.' },
} as const satisfies Record<string, ErrorDefinition>;
