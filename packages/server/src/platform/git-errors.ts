import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isGitError } from '@tributary/git';

/**
 * Failure of git → AppError where it is expected, else the same error (a bug). Callers that know more, such as the name
 * of the branch or what was being looked for, translate before this one does.
 */
export function translateGitError(error: unknown): unknown {
  if (!isGitError(error)) return error;
  const options = { cause: error };
  switch (error.kind) {
    case 'not_found':
      return new AppError('not_found', { resource: 'Reference' }, options);
    case 'invalid_ref':
    case 'invalid_path':
      return new AppError('not_found', { resource: 'Reference' }, options);
    case 'invalid_text':
      return new AppError(
        error.details['code'] === 'identity_blank' ? 'author_blank' : 'message_has_null',
        {},
        options,
      );
    case 'stale_ref':
      return new AppError('ref_changed', { name: refName(error.details['ref']) }, options);
    case 'conflict':
      return new AppError('ref_name_conflict', { name: refName(error.details['ref']) }, options);
    case 'locked':
      return new AppError('repository_locked', {}, options);
    case 'timeout':
    case 'aborted':
      return new AppError('git_unavailable', {}, options);
    case 'too_large':
      return new AppError('content_too_large', {}, options);
    case 'disk_full':
      return new AppError('storage_full', {}, options);
    case 'corrupt':
      return new AppError('repository_damaged', {}, options);
    default:
      // What git refuses for another reason, or fails at, is for the caller to explain, or a bug.
      return error;
  }
}

function refName(ref: unknown): string {
  return typeof ref === 'string' ? ref.replace(/^refs\/(heads|tags)\//, '') : 'The branch';
}
