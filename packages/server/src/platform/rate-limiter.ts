import ipaddr from 'ipaddr.js';
import type { Context, Platform } from './context.ts';

export type RateWindow = {
  limit: number;
  windowMs: number;
  /** Counts anew in each window: with a small limit, a client that tries again is let in when the next one begins. */
  isFixed?: boolean;
};

export type RateState = {
  isExceeded: boolean;
  limit: number;
  /** Requests counted in the window that ends now. */
  observed: number;
  remaining: number;
  /** When the oldest counted request does not count any more. */
  resetAt: Date;
  retryAfterSeconds: number;
};

export type RateLimiter = {
  /** Counts one, then tells how things stand. */
  hit(key: string, now: Date): RateState;
  /** How things stand, without counting. */
  peek(key: string, now: Date): RateState;
  forget(key: string): void;
  /** Another limit from now on; what was counted stays counted. */
  setLimit(limit: number): void;
};

type Counter = { windowStart: number; current: number; previous: number };

const MAX_KEYS = 50_000;

/**
 * Sliding windows in the memory of one process, unless they are fixed: two neighbouring fixed windows, the older one
 * weighted by how much of it is still in view. Several processes each count their own.
 */
export function createRateLimiter({ limit: first, windowMs, isFixed = false }: RateWindow): RateLimiter {
  let limit = first;
  const counters = new Map<string, Counter>();

  const advance = (key: string, at: number): Counter => {
    const windowStart = at - (at % windowMs);
    const counter = counters.get(key) ?? { windowStart, current: 0, previous: 0 };
    if (counter.windowStart === windowStart) return counter;
    const isNeighbour = !isFixed && windowStart - counter.windowStart === windowMs;
    return { windowStart, current: 0, previous: isNeighbour ? counter.current : 0 };
  };

  const state = (counter: Counter, at: number): RateState => {
    const inView = 1 - (at - counter.windowStart) / windowMs;
    const observed = Math.ceil(counter.current + counter.previous * inView);
    const resetAt = new Date(counter.windowStart + windowMs);
    return {
      isExceeded: observed > limit,
      limit,
      observed,
      remaining: Math.max(0, limit - observed),
      resetAt,
      retryAfterSeconds: Math.max(1, Math.ceil((resetAt.getTime() - at) / 1_000)),
    };
  };

  return {
    hit(key, now) {
      const at = now.getTime();
      const counter = advance(key, at);
      // What is refused is counted up to one over the limit, so that waiting always helps.
      if (state(counter, at).observed <= limit) counter.current += 1;
      // Moved to the end: the map drops who was not seen for the longest time.
      counters.delete(key);
      counters.set(key, counter);
      if (counters.size > MAX_KEYS) counters.delete(counters.keys().next().value ?? key);
      return state(counter, at);
    },
    peek: (key, now) => state(advance(key, now.getTime()), now.getTime()),
    forget: (key) => void counters.delete(key),
    setLimit: (next) => void (limit = next),
  };
}

const limiters = new WeakMap<object, Map<string, RateLimiter>>();

/** The limiter of this name in this process, with this limit from now on; the windows are those of its first use. */
export function limiterFor(platform: Pick<Platform, 'secrets'>, name: string, window: RateWindow): RateLimiter {
  const own = limiters.get(platform.secrets) ?? new Map<string, RateLimiter>();
  limiters.set(platform.secrets, own);
  const limiter = own.get(name) ?? createRateLimiter(window);
  limiter.setLimit(window.limit);
  own.set(name, limiter);
  return limiter;
}

/** Who is counted: a user wherever they are, everyone else by their network. */
export function countedSubject({ actor, ip }: Pick<Context, 'actor' | 'ip'>): string {
  return actor.kind === 'user' ? `user:${actor.id}` : `ip:${networkOf(ip)}`;
}

/** What stands for one subscriber line: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}
