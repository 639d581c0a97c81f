import { AppError } from '@tributary/contract/errors/app-error.ts';
import { displayPath, isGitError } from '@tributary/git';

const PATH_REASONS: Record<string, string> = {
  empty: 'it is empty',
  too_long: 'it is too long',
  absolute: 'it cannot start with a slash',
  empty_component: 'it has an empty component',
  dot_component: 'it cannot contain "." or ".."',
  dot_git: 'names like ".git" are reserved by Git',
  control_character: 'it contains control characters',
  not_text: 'it is not text',
};

/** Runs the work; what git refuses about one file becomes a failure that names the file. */
export async function translateActionFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw actionFailure(error);
  }
}

export function actionFailure(error: unknown): unknown {
  if (!isGitError(error)) return error;
  const named = error.details['path'];
  const path = displayPath(typeof named === 'string' ? named : '');
  const options = { cause: error };
  switch (error.details['code']) {
    case 'file_exists':
    case 'parent_is_file':
      return new AppError('file_exists', { path }, options);
    case 'directory_exists':
    case 'not_a_file':
      return new AppError('directory_exists', { path }, options);
    case 'not_a_submodule':
      return new AppError('submodule_missing', { path }, options);
    case 'file_missing':
      return new AppError('file_missing', { path }, options);
    case 'stale_file':
      return new AppError('file_changed', { path }, options);
    case 'no_changes':
      return new AppError('commit_without_changes', {}, options);
    case 'too_many_actions':
      return new AppError('bad_parameter', { name: 'actions' }, options);
    case 'content_missing':
      return new AppError('missing_parameter', { names: `actions[content] of ${path}` }, options);
    case 'path_not_allowed': {
      const reason = PATH_REASONS[String(error.details['reason'])] ?? 'it is not allowed';
      return new AppError('file_path_invalid', { path, reason }, options);
    }
    default:
      return error;
  }
}
