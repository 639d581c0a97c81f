import type { ErrorDefinition } from './catalogue.ts';

export const CORE_ERRORS = {
  unauthenticated: { kind: 'unauthenticated', text: '401 Unauthorized' },
  forbidden: { kind: 'forbidden', text: '403 Forbidden' },
  maintenance_mode: {
    kind: 'forbidden',
    text: 'You cannot perform write operations on a read-only instance. {message}',
  },
  not_found: { kind: 'not_found', text: '404 {resource} Not Found' },
  validation_failed: { kind: 'invalid', text: 'Some fields are invalid.' },
  bad_parameter: { kind: 'invalid', text: '{name} does not have a valid value' },
  missing_parameter: { kind: 'invalid', text: '{names} is missing' },
  unknown_parameter: { kind: 'invalid', text: 'unknown fields: {names}. Remove them or check their spelling.' },
  body_not_json: { kind: 'invalid', text: 'The request body is not valid JSON: {detail}' },
  content_type_unsupported: { kind: 'invalid', text: 'The content type is not supported. Send JSON.' },
  request_malformed: { kind: 'invalid', text: 'The request is invalid: {detail}.' },
  method_not_supported: { kind: 'not_allowed_now', text: 'The method {method} is not supported. Use {allowed}.' },
  form_malformed: { kind: 'invalid', text: 'The form is invalid: {detail}. Send a complete multipart form.' },
  range_not_satisfiable: { kind: 'invalid', text: 'The requested range is outside the file.' },
  body_too_deep: { kind: 'invalid', text: 'The request body is nested too deeply or has too many elements.' },
  body_too_large: { kind: 'too_large', text: '413 Request Entity Too Large' },
  insufficient_scope: {
    kind: 'forbidden',
    text: 'The request requires higher privileges than provided by the access token.',
  },
  token_invalid: { kind: 'unauthenticated', text: 'The token is invalid, expired or revoked.' },
  csrf_failed: { kind: 'forbidden', text: 'This page is out of date. Reload it and try again.' },
  rate_limited: {
    kind: 'rate_limited',
    text: 'This endpoint has been requested too many times. Try again later.',
  },
  throttled: { kind: 'rate_limited', text: 'Too many requests. Retry later.' },
  changed_since: { kind: 'conflict', text: '412 Precondition Failed' },
  conflict: { kind: 'conflict', text: '409 Conflict: Resource lock' },
  database_unavailable: {
    kind: 'unavailable',
    text: 'The service is temporarily unavailable. Nothing was changed. Try again in a moment.',
  },
  outcome_unknown: {
    kind: 'unavailable',
    text: 'The database connection was lost, so your change might not have been saved. Check before you try again.',
  },
  storage_full: { kind: 'unavailable', text: 'The server has run out of disk space. Nothing was changed.' },
  storage_unavailable: {
    kind: 'unavailable',
    text: 'File storage is temporarily unavailable. Try again in a moment.',
  },
  git_unavailable: { kind: 'unavailable', text: 'The repository is busy. Try again in a moment.' },
  outbound_failed: { kind: 'unavailable', text: 'The request to {url} failed: {reason}.' },
  outbound_refused: { kind: 'invalid', text: 'The URL {url} is not allowed: {reason}.' },
} as const satisfies Record<string, ErrorDefinition>;
