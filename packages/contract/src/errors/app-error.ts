import { type ErrorCode, errorDefinition, errorText } from './catalogue.ts';

/** What an expected failure means, whichever interface it leaves through. */
export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'conflict'
  | 'not_allowed_now'
  | 'gone'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable';

export type ErrorParams = Record<string, string | number>;
/** Messages by form field, each a full sentence or fragment as the REST endpoint shows it. */
export type FieldErrors = Record<string, string[]>;

/** Why something may not happen: the value that a check returns. */
export type Refusal = { code: ErrorCode; params: ErrorParams };

/**
 * Every expected failure. Anything else that is thrown is a bug: logged with an id and shown as the generic message.
 * `fields` carries messages for single inputs; `status` overrides the kind's HTTP status where the wire format asks for another one.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly params: ErrorParams;
  readonly fields: FieldErrors | undefined;
  readonly status: number | undefined;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    options: { cause?: unknown; fields?: FieldErrors; status?: number } = {},
  ) {
    super(errorText(code, params), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.kind = errorDefinition(code).kind;
    this.params = params;
    this.fields = options.fields;
    this.status = options.status;
  }
}

/** Throws the expected failure with this code. */
export function fail(code: ErrorCode, params: ErrorParams = {}): never {
  throw new AppError(code, params);
}

/** Throws a failure about single inputs; the form keeps its text and shows each message beside its field. */
export function failFields(fields: FieldErrors): never {
  throw new AppError('validation_failed', {}, { fields });
}

export function refuse(code: ErrorCode, params: ErrorParams = {}): Refusal {
  return { code, params };
}
