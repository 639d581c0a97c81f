import type { Extension } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Throttle } from '@tributary/contract/accounts/throttles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor, type RateState, type RateWindow } from '../../platform/rate-limiter.ts';
import type { Route } from './define-route.ts';

const MINUTE_MS = 60_000;

type Counted = { name: string; state: RateState };

const counted = new WeakMap<FastifyRequest, Counted>();

type Throttles = (ctx: Context, name: Throttle) => Promise<RateWindow | undefined>;

let throttles: Throttles = async () => undefined;

/** Called by the slice that knows what administrators set; undefined where the limits of the start hold. */
export function defineThrottles(provider: Throttles): Extension {
  return () => {
    throttles = provider;
  };
}

function count(ctx: Context, request: FastifyRequest, name: string, window: RateWindow): RateState {
  // A counter belongs to its windows: with others it begins anew.
  const limiter = limiterFor(ctx, window.isFixed ? `${name}:${window.windowMs}` : name, window);
  const state = limiter.hit(countedSubject(ctx), ctx.clock.now());
  counted.set(request, { name, state });
  return state;
}

/** Counts a request once, however often its rights are proven. Throws throttled. */
export async function countRequest(ctx: Context, request: FastifyRequest): Promise<void> {
  if (counted.has(request)) return;
  const who = ctx.actor.kind === 'user' ? 'authenticated' : 'unauthenticated';
  const door = (request.raw.url ?? '').startsWith('/api/') ? 'api' : 'web';
  const name = `throttle_${who}_${door}` as const;
  const usual = { limit: ctx.config.rateLimits[who], windowMs: MINUTE_MS };
  const state = count(ctx, request, name, (await throttles(ctx, name)) ?? usual);
  if (state.isExceeded) throw new AppError('throttled', { seconds: state.retryAfterSeconds });
}

/** Counts a request of a route that has a limit of its own. Throws rate_limited. */
export async function countRouteRequest(route: Route, ctx: Context, request: FastifyRequest): Promise<void> {
  const { rateLimitPerMinute: given } = route;
  const limit = typeof given === 'function' ? await given(ctx) : given;
  if (limit === undefined || limit === 0) return;
  const window = { limit, windowMs: MINUTE_MS };
  const name = route.rateLimitName ?? `throttle_${route.method.toLowerCase()}_${route.path}`;
  const state = count(ctx, request, name, window);
  if (state.isExceeded) throw new AppError('rate_limited', { seconds: state.retryAfterSeconds });
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
