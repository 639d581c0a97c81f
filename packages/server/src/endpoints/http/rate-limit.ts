import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor, type RateState, type RateWindow } from '../../platform/rate-limiter.ts';
import type { Route } from './define-route.ts';

const MINUTE_MS = 60_000;

type Counted = { name: string; state: RateState };

const counted = new WeakMap<FastifyRequest, Counted>();

function count(ctx: Context, request: FastifyRequest, name: string, window: RateWindow): void {
  const state = limiterFor(ctx, name, window).hit(countedSubject(ctx), ctx.clock.now());
  counted.set(request, { name, state });
  if (state.isExceeded) throw new AppError('rate_limited', { seconds: state.retryAfterSeconds });
}

/** Counts a request once, however often its rights are proven. Throws rate_limited. */
export function countRequest(ctx: Context, request: FastifyRequest): void {
  if (counted.has(request)) return;
  const who = ctx.actor.kind === 'user' ? 'authenticated' : 'unauthenticated';
  const door = (request.raw.url ?? '').startsWith('/api/') ? 'api' : 'web';
  count(ctx, request, `throttle_${who}_${door}`, { limit: ctx.config.rateLimits[who], windowMs: MINUTE_MS });
}

/** Counts a request of a route that has a limit of its own. Throws rate_limited. */
export async function countRouteRequest(route: Route, ctx: Context, request: FastifyRequest): Promise<void> {
  const { rateLimitPerMinute: given } = route;
  const limit = typeof given === 'function' ? await given(ctx) : given;
  if (limit === undefined || limit === 0) return;
  const window = { limit, windowMs: MINUTE_MS };
  count(ctx, request, route.rateLimitName ?? `throttle_${route.method.toLowerCase()}_${route.path}`, window);
}

/** How much is left, in the headers that clients of the API obey. */
export function addRateLimitHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const known = counted.get(request);
    if (known) tell(known, reply);
    done();
  });
}

function tell({ name, state }: Counted, reply: FastifyReply): void {
  const resetSeconds = Math.ceil(state.resetAt.getTime() / 1_000);
  reply.header('RateLimit-Name', name);
  reply.header('RateLimit-Limit', String(state.limit));
  reply.header('RateLimit-Observed', String(state.observed));
  reply.header('RateLimit-Remaining', String(state.remaining));
  reply.header('RateLimit-Reset', String(resetSeconds));
  if (reply.statusCode !== 429) return;
  reply.header('RateLimit-ResetTime', state.resetAt.toUTCString());
  if (!reply.hasHeader('retry-after')) reply.header('Retry-After', String(state.retryAfterSeconds));
}
