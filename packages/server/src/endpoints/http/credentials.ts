import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { parseQuery } from './read-input.ts';

/** What a request offers as proof of who sends it. */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'token'; token: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'feed_token'; token: string }
  | { kind: 'session'; cookie: string };

/**
 * Set by the accounts slice through the composition root; throws `token_invalid` for a token that does not hold. With
 * `sudo` the actor is that user; throws `sudo_…` unless the token may act as others.
 */
export type Authenticate = (ctx: Context, credentials: Credentials, sudo?: string) => Promise<Actor>;

/** Over https only the name that no subdomain and no plain connection can set is believed. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-tributary_session' : 'tributary_session';
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function basicCredentials(encoded: string): Credentials {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'none' };
  return { kind: 'basic', username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Id or name of the user to act as, from the API's header or parameter `sudo`. */
export function readSudo(request: FastifyRequest): string | undefined {
  const url = request.raw.url ?? '';
  if (!url.startsWith('/api/')) return undefined;
  const question = url.indexOf('?');
  const body: unknown = request.body;
  const asked =
    header(request, 'sudo') ??
    (question < 0 ? undefined : parseQuery(url.slice(question + 1))['sudo']) ??
    (typeof body === 'object' && body !== null && 'sudo' in body ? body.sudo : undefined);
  if (asked === undefined || asked === null) return undefined;
  return typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
}

const FEED = /^\/(?!-\/)(?:(?!\/-\/).)+(?:\.atom|\/-\/(?:issues|merge_requests|activity)\.atom)$/;
const FEED_BY_FORMAT =
  /^\/(?!-\/)(?:dashboard\/(?:issues|merge_requests)|(?:(?!\/-\/).)+\/-\/(?:commits\/.+|tags|issues|merge_requests))$/;

/** The token of feeds stands in addresses that are passed on, so it opens nothing but feeds. */
function isFeed(request: FastifyRequest, query: Record<string, unknown>): boolean {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  if (request.method !== 'GET' || path.startsWith('/api/')) return false;
  return FEED.test(path) || (query['format'] === 'atom' && FEED_BY_FORMAT.test(path));
}

/** Runners prove a job with its token: the call itself looks at it, as it also says how the job stands. */
function isRunnerCall(request: FastifyRequest): boolean {
  return (request.raw.url ?? '').startsWith('/api/v4/jobs/');
}

/** A token by any of its carriers wins over the cookie, so that a script in a signed-in browser acts as its token. */
export function readCredentials(request: FastifyRequest, options: { basic: boolean; isHttps: boolean }): Credentials {
  const privateToken = header(request, 'private-token');
  if (privateToken) return { kind: 'token', token: privateToken };
  const jobToken = header(request, 'job-token');
  if (jobToken && !isRunnerCall(request)) return { kind: 'token', token: jobToken };
  const authorization = header(request, 'authorization');
  if (authorization) {
    const [scheme = '', value = ''] = authorization.split(' ', 2);
    if (scheme.toLowerCase() === 'bearer') return { kind: 'token', token: value };
    if (scheme.toLowerCase() === 'basic' && options.basic) return basicCredentials(value);
  }
  const question = request.raw.url?.indexOf('?') ?? -1;
  if (question >= 0) {
    const query = parseQuery(request.raw.url?.slice(question + 1) ?? '');
    const token = query['private_token'] ?? query['access_token'] ?? query['job_token'];
    if (typeof token === 'string' && token !== '') return { kind: 'token', token };
    const feedToken = query['feed_token'];
    if (typeof feedToken === 'string' && feedToken !== '' && isFeed(request, query)) {
      return { kind: 'feed_token', token: feedToken };
    }
  }
  const cookie = request.cookies[sessionCookieName(options.isHttps)];
  return cookie ? { kind: 'session', cookie } : { kind: 'none' };
}
