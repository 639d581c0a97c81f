import type { AppError } from '@tributary/contract/errors/app-error.ts';

/** Codes whose body the REST endpoint words as a parameter error of its parser. */
const PARAMETER_CODES = new Set([
  'bad_parameter',
  'missing_parameter',
  'unknown_parameter',
  'body_not_json',
  'body_too_deep',
  'request_malformed',
  'form_malformed',
  'content_type_unsupported',
]);

/** AppError → the body that GitLab clients read. */
export function restErrorBody(error: AppError): unknown {
  if (PARAMETER_CODES.has(error.code)) return { error: error.message };
  if (error.code === 'token_invalid') return { error: 'invalid_token', error_description: error.message };
  if (error.code === 'insufficient_scope' || error.code === 'sudo_without_scope') {
    const scope = error.code === 'insufficient_scope' ? 'api' : 'sudo';
    return { error: 'insufficient_scope', error_description: error.message, scope };
  }
  if (error.code === 'rate_limited') return { message: { error: error.message } };
  if (error.fields) return { message: error.fields };
  return { message: error.message };
}
