import { AppError, errorFromAnswer, localCodes } from './app-error.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import { session } from './session.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

export type RequestOptions = {
  /** Arrays become `name[]=…` pairs; null and undefined are left out. */
  query?: Record<string, QueryValue>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is: multipart for `FormData`, form encoding for `URLSearchParams`. */
  form?: FormData | URLSearchParams;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Arrives also when the page goes away meanwhile; for small bodies. */
  keepalive?: boolean;
  /** A 401 can be about a password that is sent along, and not about the session. */
  isConfirming?: boolean;
  /** An answer that came along with the page will do: for what is asked first, not for asking again. */
  takesAhead?: boolean;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function withQuery(path: string, query: Record<string, QueryValue> | undefined): string {
  if (query === undefined) return path;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object') for (const item of value) parameters.append(`${name}[]`, String(item));
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  if (text === '') return path;
  return path + (path.includes('?') ? '&' : '?') + text;
}

function requestInit(method: Method, options: RequestOptions): RequestInit {
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  const { csrfToken } = session.read();
  if (method !== 'GET' && csrfToken !== null) headers.set('X-CSRF-Token', csrfToken);
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.signal !== undefined) init.signal = options.signal;
  if (options.keepalive === true) init.keepalive = true;
  if (options.form !== undefined) init.body = options.form;
  else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  return init;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const address = withQuery(path, options.query);
  try {
    const ahead = options.takesAhead === true && method === 'GET' ? await takePreloadedResponse(address) : undefined;
    options.signal?.throwIfAborted();
    return ahead ?? (await fetch(address, requestInit(method, options)));
  } catch (error) {
    if (isAbort(error)) {
      throw new AppError({ status: 0, code: localCodes.aborted, message: 'The request was cancelled.', cause: error });
    }
    throw new AppError({
      status: 0,
      code: localCodes.network,
      message: 'The server cannot be reached. Check the connection and try again.',
      cause: error,
    });
  }
}

/** As pages and as REST are told that the token of a request is that of another session. */
const STALE_TOKEN = /"csrf_failed"|This page is out of date/;

/** With the token of the session that there is: who signed in again in another tab goes on here, and what they typed arrives. */
async function sendInSession(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const response = await send(method, path, options);
  const isStale = response.status === 403 && method !== 'GET' && STALE_TOKEN.test(await response.clone().text());
  return isStale && (await session.renew()) ? send(method, path, options) : response;
}

/** The parsed JSON; undefined for an empty answer; the text when it is not JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError({
      status: response.status,
      code: localCodes.unknown,
      message: 'The server sent an invalid response. Try again.',
      cause: error,
    });
  }
}

/**
 * What may not be seen is answered with 404: to who was signed out behind the page's back, everything that is not
 * public has gone. One question tells the two apart. Only after writes: what is lost there is what someone typed.
 */
async function hasSessionEnded(method: Method, status: number, isConfirming: boolean): Promise<boolean> {
  if (!session.read().isSignedIn) return false;
  if (status === 401 && !isConfirming) return true;
  if (method === 'GET' || (status !== 404 && status !== 401)) return false;
  try {
    return (await send('GET', '/api/v4/user', {})).status === 401;
  } catch {
    return false;
  }
}

/**
 * The answer as it is when it was successful. A 401 within a session asks the user to sign in again while the page,
 * and what was typed on it, stays; the request is then sent once more with the new token.
 */
async function raw(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  let response = await sendInSession(method, path, options);
  if (await hasSessionEnded(method, response.status, options.isConfirming === true)) {
    if (await session.restore()) response = await send(method, path, options);
    else if (response.status !== 401) throw errorFromAnswer(401, undefined);
  }
  if (!response.ok) throw errorFromAnswer(response.status, await bodyOf(response));
  return response;
}

async function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
  const body = await bodyOf(await raw(method, path, options));
  // The shape is the contract between our own server and this page; it is not validated a second time.
  return body as T;
}

export const api = {
  raw,
  get: <T = unknown>(path: string, options?: RequestOptions): Promise<T> => request<T>('GET', path, options),
  post: <T = unknown>(path: string, options?: RequestOptions): Promise<T> => request<T>('POST', path, options),
  put: <T = unknown>(path: string, options?: RequestOptions): Promise<T> => request<T>('PUT', path, options),
  patch: <T = unknown>(path: string, options?: RequestOptions): Promise<T> => request<T>('PATCH', path, options),
  delete: <T = unknown>(path: string, options?: RequestOptions): Promise<T> => request<T>('DELETE', path, options),
};

/** For callers that treat every status as an answer (page data). Throws only without an answer. */
export { sendInSession as sendRequest, bodyOf as readBody };
