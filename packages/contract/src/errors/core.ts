import type { ErrorDefinition } from './catalogue.ts';

export const CORE_ERRORS = {
  unauthenticated: { kind: 'unauthenticated', text: '401 Unauthorized' },
  forbidden: { kind: 'forbidden', text: '403 Forbidden' },
  not_found: { kind: 'not_found', text: '404 {resource} Not Found' },
  validation_failed: { kind: 'invalid', text: 'Some fields need attention.' },
  bad_parameter: { kind: 'invalid', text: '{name} does not have a valid value' },
  missing_parameter: { kind: 'invalid', text: '{names} is missing' },
  unknown_parameter: { kind: 'invalid', text: 'unknown fields: {names}. Remove them or check their spelling.' },
  body_not_json: { kind: 'invalid', text: 'The body is not valid JSON: {detail}' },
  content_type_unsupported: { kind: 'invalid', text: 'The content type of the body is not supported. Send JSON.' },
  request_malformed: { kind: 'invalid', text: 'The request could not be read: {detail}.' },
  method_not_supported: { kind: 'not_allowed_now', text: 'The method {method} is not supported. Use {allowed}.' },
  form_malformed: { kind: 'invalid', text: 'The form could not be read: {detail}. Send a complete multipart form.' },
  range_not_satisfiable: { kind: 'invalid', text: 'The file has no such range of bytes.' },
  body_too_deep: { kind: 'invalid', text: 'The body is nested too deeply or has too many elements.' },
  body_too_large: { kind: 'too_large', text: '413 Request Entity Too Large' },
  insufficient_scope: {
    kind: 'forbidden',
    text: 'The request requires higher privileges than provided by the access token.',
  },
  token_invalid: { kind: 'unauthenticated', text: 'Token was revoked, has expired or is unknown.' },
  csrf_failed: { kind: 'forbidden', text: 'This page is out of date. Reload it and try again.' },
  rate_limited: {
    kind: 'rate_limited',
    text: 'This endpoint has been requested too many times. Try again later.',
  },
  changed_since: { kind: 'conflict', text: '412 Precondition Failed' },
  conflict: { kind: 'conflict', text: '409 Conflict: Resource lock' },
  database_unavailable: {
    kind: 'unavailable',
    text: 'The service is not available right now. Nothing was changed; try again in a moment.',
  },
  outcome_unknown: {
    kind: 'unavailable',
    text: 'The connection to the database broke before it answered, so it is not known whether this was saved. Look again before you repeat it.',
  },
  storage_full: { kind: 'unavailable', text: 'The server has run out of disk space. Nothing was changed.' },
  storage_unavailable: {
    kind: 'unavailable',
    text: 'Stored files cannot be reached right now. Try again in a moment.',
  },
  git_unavailable: { kind: 'unavailable', text: 'The repository is busy. Try again in a moment.' },
  outbound_failed: { kind: 'unavailable', text: 'The address {url} could not be called: {reason}.' },
  outbound_refused: { kind: 'invalid', text: 'The address {url} is not allowed: {reason}.' },
} as const satisfies Record<string, ErrorDefinition>;
