import { AppError, type ErrorKind } from '@tributary/contract/errors/app-error.ts';
import { translateDatabaseError } from '../../platform/db/database-errors.ts';
import { translateGitError } from '../../platform/git-errors.ts';

const STATUS: Record<ErrorKind, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  not_allowed_now: 405,
  gone: 410,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

export function statusOf(error: AppError): number {
  return error.status ?? STATUS[error.kind];
}

function malformed(detail: string, cause?: unknown): AppError {
  return new AppError('request_malformed', { detail }, { cause });
}

type HttpError = Error & { statusCode?: number; code?: string };

/** Failures of the HTTP framework itself, said in our words. */
const FRAMEWORK_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('body_too_large'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('body_too_large'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('body_not_json', { detail: 'it is empty' }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('body_not_json', { detail: 'it cannot be parsed' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('content_type_unsupported', {}, { status: 415 }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformed('its length does not match Content-Length'),
  FST_STATIC_FORBIDDEN_PATH: () => new AppError('not_found', { resource: 'File' }),
  FST_ERR_RATE_LIMIT: () => new AppError('rate_limited'),
};

/** The expected failure behind an error, or undefined when it is a bug. */
export function expectedFailure(error: unknown): AppError | undefined {
  const translated = translateGitError(translateDatabaseError(error));
  if (translated instanceof AppError) return translated;
  if (!(translated instanceof Error)) return undefined;
  const { code, statusCode, message } = translated as HttpError;
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known) return known();
  if (statusCode === 429) return new AppError('rate_limited');
  if (statusCode === 503) return new AppError('database_unavailable', {}, { cause: error });
  if (statusCode === 400 && translated instanceof SyntaxError)
    return new AppError('body_not_json', { detail: message });
  return statusCode === undefined ? undefined : refusedByFramework(statusCode, message, translated);
}

/** What the framework or one of its plugins refuses as the client's mistake stays one; only its words become ours. */
function refusedByFramework(statusCode: number, message: string, cause: Error): AppError | undefined {
  if (statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 404) return new AppError('not_found', { resource: 'Page' }, { cause });
  if (statusCode === 413) return new AppError('body_too_large', {}, { cause });
  if (statusCode === 416) return new AppError('range_not_satisfiable', {}, { cause, status: statusCode });
  const detail = message.replace(/\.$/, '');
  return new AppError('request_malformed', { detail }, { cause, status: statusCode });
}
