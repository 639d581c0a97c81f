import { ACCOUNT_ERRORS } from './accounts.ts';
import type { ErrorKind, ErrorParams } from './app-error.ts';
import { CI_ERRORS } from './ci.ts';
import { APPROVAL_ERRORS } from './approvals.ts';
import { CORE_ERRORS } from './core.ts';
import { DISCUSSION_ERRORS } from './discussions.ts';
import { ENVIRONMENT_ERRORS } from './environments.ts';
import { MERGE_REQUEST_ERRORS } from './merge-requests.ts';
import { NOTIFICATION_ERRORS } from './notifications.ts';
import { PLANNING_ERRORS } from './planning.ts';
import { PROJECT_ERRORS } from './projects.ts';
import { PUSH_RULE_ERRORS } from './push-rules.ts';
import { REPOSITORY_ERRORS } from './repository.ts';
import { RUNNER_ERRORS } from './runners.ts';
import { STATUS_CHECK_ERRORS } from './status-checks.ts';

export type ErrorDefinition = { kind: ErrorKind; text: string };

/** Every expected failure of the product: its kind and its sentence. */
export const ERRORS = {
  ...CORE_ERRORS,
  ...ACCOUNT_ERRORS,
  ...PROJECT_ERRORS,
  ...REPOSITORY_ERRORS,
  ...PUSH_RULE_ERRORS,
  ...PLANNING_ERRORS,
  ...DISCUSSION_ERRORS,
  ...NOTIFICATION_ERRORS,
  ...MERGE_REQUEST_ERRORS,
  ...CI_ERRORS,
  ...ENVIRONMENT_ERRORS,
  ...APPROVAL_ERRORS,
  ...RUNNER_ERRORS,
  ...STATUS_CHECK_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return ERRORS[code];
}

/** The sentence of a code with its `{name}` parts filled in. */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return ERRORS[code].text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
