import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { limiterFor, networkOf } from '../platform/rate-limiter.ts';
import { attemptDelaySeconds } from './rules/attempt-delay.ts';
import { countFailedAttempt, delayAttempts, type UserRow } from './store/users.ts';

const MINUTE_MS = 60_000;
const PER_ACCOUNT = { limit: 10, windowMs: MINUTE_MS };
/** One network trying many names. */
const PER_NETWORK = { limit: 60, windowMs: MINUTE_MS };
const MAX_UNKNOWN = 10_000;

type Unknown = { failed: number; lockedUntil: number };

/** Names without an account are slowed down just like those with one, so that the delay tells nothing. */
const unknownLogins = new WeakMap<object, Map<string, Unknown>>();

function unknownOf(ctx: Context): Map<string, Unknown> {
  const map = unknownLogins.get(ctx.secrets) ?? new Map<string, Unknown>();
  unknownLogins.set(ctx.secrets, map);
  return map;
}

function refuseUntil(ctx: Context, until: number | undefined): void {
  const waitMs = (until ?? 0) - ctx.clock.now().getTime();
  if (waitMs > 0) throw new AppError('too_many_attempts', { seconds: Math.ceil(waitMs / 1_000) });
}

/** Counts an attempt for this name from this network. Throws too_many_attempts. */
export function countAttempt(ctx: Context, login: string): void {
  const network = networkOf(ctx.ip);
  const now = ctx.clock.now();
  const states = [
    limiterFor(ctx, 'sign-in-network', PER_NETWORK).hit(network, now),
    limiterFor(ctx, 'sign-in-account', PER_ACCOUNT).hit(`${network} ${login.toLowerCase().slice(0, 300)}`, now),
  ];
  const exceeded = states.find((state) => state.isExceeded);
  if (exceeded) throw new AppError('too_many_attempts', { seconds: exceeded.retryAfterSeconds });
}

/** Throws too_many_attempts while the delay after many wrong attempts runs. */
export function refuseDelayed(ctx: Context, login: string, user: UserRow | undefined): void {
  const until = user ? user.locked_until?.getTime() : unknownOf(ctx).get(login.toLowerCase())?.lockedUntil;
  refuseUntil(ctx, until);
}

/** Notes a wrong password or code and sets the delay it causes. */
export async function noteFailedAttempt(ctx: Context, login: string, user: UserRow | undefined): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (user) {
    const delay = attemptDelaySeconds(await countFailedAttempt(ctx.db, user.id));
    if (delay > 0) await delayAttempts(ctx.db, user.id, new Date(now + delay * 1_000));
    return;
  }
  const unknown = unknownOf(ctx);
  const key = login.toLowerCase().slice(0, 300);
  const failed = (unknown.get(key)?.failed ?? 0) + 1;
  unknown.delete(key);
  unknown.set(key, { failed, lockedUntil: now + attemptDelaySeconds(failed) * 1_000 });
  if (unknown.size > MAX_UNKNOWN) unknown.delete(unknown.keys().next().value ?? key);
}
