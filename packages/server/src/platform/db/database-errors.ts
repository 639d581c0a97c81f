import type { Extension } from '../extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ErrorCode } from '@tributary/contract/errors/catalogue.ts';

type ConstraintFailure = { code: ErrorCode; field?: string; message?: string };

const constraints = new Map<string, ConstraintFailure>();

/**
 * Says what breaking a named constraint means to a user. Slices call this once for their own constraints, so that a
 * race between two writers gives the same answer as the check that runs before the write.
 */
export function describeConstraint(name: string, failure: ConstraintFailure): Extension {
  return () => {
    constraints.set(name, failure);
  };
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

/** Zero bytes and halves of surrogate pairs cannot be stored, in JSON neither; the database does not say whose they were. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '22021' || error.code === '22P05') return true;
  return error.code === '22P02' && 'detail' in error && /surrogate/.test(String(error.detail));
}

/** Someone else was in the way, or it took too long: nothing was done, and the same may succeed a moment later. */
const PASSING = new Set(['40001', '40P01', '55P03', '57014']);

/** Did the database give up this work for the moment, without a word on the work itself? */
export function isPassingFailure(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && PASSING.has(cause.code);
}

/** Driver failure → AppError where it is expected, else the same error. Nobody else reads driver messages. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  const known = constraint === undefined ? undefined : constraints.get(constraint);
  if (known) {
    const fields = known.field ? { [known.field]: [known.message ?? 'is invalid'] } : undefined;
    return new AppError(known.code, {}, { cause: error, ...(fields && { fields }) });
  }
  if (code === '40001' || code === '40P01' || code === '55P03') return new AppError('conflict', {}, { cause: error });
  if (isUnstorableText(error)) return new AppError('bad_parameter', { name: 'text' }, { cause: error });
  if (code === '53100') return new AppError('storage_full', {}, { cause: error });
  if (isUnreachable(error, code)) return new AppError('database_unavailable', {}, { cause: error });
  return error;
}

/** The connection was lost, or none could be made. */
export function isConnectionLost(error: unknown): boolean {
  const translated = translateDatabaseError(error);
  return translated instanceof AppError && translated.code === 'database_unavailable';
}

function isUnreachable(error: Error, code: string | undefined): boolean {
  if (code && (UNREACHABLE.has(code) || code.startsWith('08') || code.startsWith('57P'))) return true;
  return /Connection terminated|not queryable|timeout exceeded when trying to connect|connection is insecure|the database system is/.test(
    error.message,
  );
}
