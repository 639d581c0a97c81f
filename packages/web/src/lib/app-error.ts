/** Codes made in the browser; all others come from the server's catalogue. */
export const localCodes = { network: 'network', aborted: 'aborted', unknown: 'unknown' } as const;

export type FieldMessages = Record<string, string[]>;

export type AppErrorParts = {
  status: number;
  code: string;
  message: string;
  errors?: FieldMessages | undefined;
  requestId?: string | undefined;
  params?: Record<string, unknown> | undefined;
  cause?: unknown;
};

/** Everything expected that went wrong with a request. `status` is 0 when no answer came. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field name → messages; `base` stands for the whole. */
  readonly errors: FieldMessages;
  readonly requestId: string | null;
  readonly params: Record<string, unknown>;

  constructor(parts: AppErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'AppError';
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? {};
    this.requestId = parts.requestId ?? null;
    this.params = parts.params ?? {};
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** Nobody knows what became of the request: no answer came, or that of a server in trouble. */
export function hasNoAnswer(error: unknown): boolean {
  if (!isAppError(error) || error.status === 0) return true;
  return error.status >= 500 && (error.status !== 500 || error.code === 'bug' || error.code === localCodes.unknown);
}

/** An answer of the server is final; only a missing answer is worth asking again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return (
    failures < 2 &&
    isAppError(error) &&
    (error.status === 0 || error.status === 503) &&
    error.code !== localCodes.aborted
  );
}

const genericMessage = 'Something went wrong. Try again.';

/** The sentence to show: the server's for expected failures, a general one for bugs. */
export function messageOf(error: unknown): string {
  return isAppError(error) && error.message !== '' ? error.message : genericMessage;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toMessages(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(toMessages);
  return [];
}

function toFieldMessages(value: unknown): FieldMessages {
  if (!isRecord(value)) return {};
  const fields: FieldMessages = {};
  for (const [field, messages] of Object.entries(value)) {
    const list = toMessages(messages);
    if (list.length > 0) fields[field] = list;
  }
  return fields;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `name has already been taken` → `Name has already been taken.` for a list without a place under a field. */
function sentenceOf(fields: FieldMessages): string {
  const first = Object.entries(fields)[0];
  const message = first?.[1][0];
  if (first === undefined || message === undefined) return '';
  return first[0] === 'base' ? message : `${upperFirst(first[0].replaceAll('_', ' '))} ${message}`;
}

const statusCodes: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  422: 'invalid',
  429: 'rate_limited',
  503: 'unavailable',
};

const statusMessages: Record<number, string> = {
  401: 'You are signed out.',
  403: 'You are not allowed to do this.',
  404: 'This does not exist, or you don’t have access.',
  409: 'Someone changed this in the meantime. Reload and try again.',
  413: 'This is too large.',
  429: 'Too many requests. Wait a moment and try again.',
  503: 'The server is busy. Try again in a moment.',
};

/** GitLab's `404 Project Not Found` says no more than the status does. */
function isBareStatus(text: string): boolean {
  return /^\d{3} [A-Z]/.test(text) && !text.includes(' - ');
}

type Described = Omit<AppErrorParts, 'status' | 'cause'>;

/** `{error: {code, message, params, fields, requestId}}` */
function fromPageFace(error: Record<string, unknown>, fallback: Described): Described {
  const errors = toFieldMessages(error['fields']);
  return {
    code: typeof error['code'] === 'string' ? error['code'] : fallback.code,
    message:
      typeof error['message'] === 'string' && !isBareStatus(error['message'])
        ? error['message']
        : sentenceOf(errors) || fallback.message,
    errors,
    params: isRecord(error['params']) ? error['params'] : undefined,
    requestId: typeof error['requestId'] === 'string' ? error['requestId'] : undefined,
  };
}

/** `{message: string | string[] | {field: [..]}}` and GitLab's `{message: '401 Unauthorized'}` */
function fromMessage(message: unknown, fallback: Described): Described {
  if (isRecord(message)) {
    const errors = toFieldMessages(message);
    return { code: fallback.code, message: sentenceOf(errors) || fallback.message, errors };
  }
  const text = toMessages(message).join(' ');
  return { code: fallback.code, message: text === '' || isBareStatus(text) ? fallback.message : text };
}

/** Rebuilds the error from the answer of any of the three endpoints. `body` is parsed JSON, or undefined. */
export function errorFromAnswer(status: number, body: unknown): AppError {
  const fallback: Described = {
    code: statusCodes[status] ?? localCodes.unknown,
    message: statusMessages[status] ?? genericMessage,
  };
  if (!isRecord(body)) return new AppError({ status, ...fallback });
  const error = body['error'];
  if (isRecord(error)) return new AppError({ status, ...fromPageFace(error, fallback) });
  if ('message' in body) return new AppError({ status, ...fromMessage(body['message'], fallback) });
  if (typeof error === 'string') {
    const description = body['error_description'];
    const isCode = /^[a-z0-9_]+$/.test(error);
    const sentence = typeof description === 'string' ? description : isCode ? fallback.message : error;
    return new AppError({ status, code: isCode ? error : fallback.code, message: sentence });
  }
  if (isRecord(body['errors'])) {
    const errors = toFieldMessages(body['errors']);
    return new AppError({ status, code: fallback.code, message: sentenceOf(errors) || fallback.message, errors });
  }
  return new AppError({ status, ...fallback });
}
