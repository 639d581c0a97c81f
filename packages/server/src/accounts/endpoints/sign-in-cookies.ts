import type {} from '@fastify/cookie';
import { MAX_SESSION_MINUTES } from '@tributary/contract/accounts/limits.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import { sessionCookieName } from '../../endpoints/http/credentials.ts';
import type { Context } from '../../platform/context.ts';

const SECOND_FACTOR_SECONDS = 600;
const SECOND_FACTOR_PATH = '/users/sign_in';

function isHttps(ctx: Context): boolean {
  return ctx.config.url.startsWith('https:');
}

function options(ctx: Context) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: isHttps(ctx) };
}

/** The only place where the secret of a session leaves the server. */
export function setSessionCookie(ctx: Context, reply: FastifyReply, secret: string): void {
  reply.setCookie(sessionCookieName(isHttps(ctx)), secret, {
    ...options(ctx),
    path: '/',
    maxAge: MAX_SESSION_MINUTES * 60,
  });
}

/** Takes the cookie away and has the browser forget what its pages kept. */
export function clearSessionCookie(ctx: Context, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(isHttps(ctx)), { ...options(ctx), path: '/' });
  reply.header('clear-site-data', '"storage"');
}

function secondFactorCookie(ctx: Context): string {
  return isHttps(ctx) ? '__Secure-tributary_second_factor' : 'tributary_second_factor';
}

export function setSecondFactorCookie(ctx: Context, reply: FastifyReply, secret: string): void {
  reply.setCookie(secondFactorCookie(ctx), secret, {
    ...options(ctx),
    path: SECOND_FACTOR_PATH,
    maxAge: SECOND_FACTOR_SECONDS,
  });
}

export function readSecondFactorCookie(ctx: Context, reply: FastifyReply): string {
  return reply.request.cookies[secondFactorCookie(ctx)] ?? '';
}

export function clearSecondFactorCookie(ctx: Context, reply: FastifyReply): void {
  reply.clearCookie(secondFactorCookie(ctx), { ...options(ctx), path: SECOND_FACTOR_PATH });
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * Before there is a session there is no token to prove that our own page asks, so a foreign page could sign its visitor
 * in as someone else. Browsers say where a request comes from; programs without these headers are not browsers.
 */
export function refuseForeignPage(ctx: Context, headers: Headers): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const { origin } = headers;
  if (site === undefined && (origin === undefined || isOwnOrigin(ctx, String(origin), headers['host']))) return;
  throw new AppError('csrf_failed');
}

function isOwnOrigin(ctx: Context, origin: string, host: string | string[] | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(ctx.config.url).origin || new URL(origin).host === host;
}

/** A plain form is sent on; a script gets the address to go to. */
export function answerWithRedirect<T extends { redirect: string }>(
  reply: FastifyReply,
  headers: Headers,
  answer: T,
): T | undefined {
  if (!String(headers['accept'] ?? '').includes('text/html')) return answer;
  // 303: the browser follows with GET.
  void reply.redirect(answer.redirect, 303);
  return undefined;
}

/** Stored with the session, to tell devices apart. */
export function userAgentOf(headers: Headers): string {
  return String(headers['user-agent'] ?? '');
}
