import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { limiterFor, networkOf } from '../platform/rate-limiter.ts';
import { verifyPassword } from './password-hashing.ts';
import { findUserByLogin, type UserRow } from './store/users.ts';

const PROVEN_MS = 60_000;
const MAX_PROVEN = 1_000;
const processKey = randomBytes(32);

/**
 * One clone asks two or three times; hashing 64 MB for each would be felt. What was proven is remembered for a minute
 * as a keyed digest over the password and the *stored* hash, so a changed password is never recognised, and the
 * account's state is still read each time.
 */
const proven = new Map<string, number>();

function proofOf(user: UserRow, password: string): string {
  const hmac = createHmac('sha256', processKey);
  return hmac.update(`${user.id}\0${user.password_hash ?? ''}\0${password}`).digest('base64');
}

function remember(proof: string): void {
  proven.set(proof, performance.now() + PROVEN_MS);
  if (proven.size > MAX_PROVEN) proven.delete(proven.keys().next().value ?? proof);
}

async function isRight(user: UserRow | undefined, password: string): Promise<boolean> {
  const proof = user && proofOf(user, password);
  if (proof !== undefined && (proven.get(proof) ?? 0) > performance.now()) return true;
  const isVerified = await verifyPassword(user?.password_hash, password);
  if (isVerified && proof !== undefined) remember(proof);
  return isVerified;
}

const MAX_FAILURES = 30;
const FAILURE_WINDOW_MS = 3 * 60_000;
const BLOCK_MS = 60 * 60_000;
const MAX_BLOCKED = 10_000;

/** Networks that failed too often, each with the moment its interface opens again; one map for each instance. */
const blockedUntil = new WeakMap<object, Map<string, number>>();

function blockedNetworks(ctx: Context): Map<string, number> {
  const networks = blockedUntil.get(ctx.secrets) ?? new Map<string, number>();
  blockedUntil.set(ctx.secrets, networks);
  return networks;
}

function refuseBlocked(ctx: Context, network: string): void {
  const waitMs = (blockedNetworks(ctx).get(network) ?? 0) - ctx.clock.now().getTime();
  if (waitMs > 0) throw new AppError('rate_limited', { seconds: Math.ceil(waitMs / 1_000) });
}

/** Thirty wrong answers within three minutes close the interface for that network for an hour. */
function countFailure(ctx: Context, network: string): void {
  const now = ctx.clock.now();
  const limiter = limiterFor(ctx, 'git-auth-failures', { limit: MAX_FAILURES - 1, windowMs: FAILURE_WINDOW_MS });
  if (!limiter.hit(network, now).isExceeded) return;
  const networks = blockedNetworks(ctx);
  networks.set(network, now.getTime() + BLOCK_MS);
  if (networks.size > MAX_BLOCKED) networks.delete(networks.keys().next().value ?? network);
}

/**
 * The account behind a name (or address) and password. One refusal for all causes: unknown name, wrong password,
 * blocked account, two-factor in use (a password alone is not enough then; a token is asked for).
 * Throws basic_denied, or rate_limited after too many failures.
 */
export async function checkBasicPassword(ctx: Context, login: string, password: string): Promise<UserRow> {
  const network = networkOf(ctx.ip);
  refuseBlocked(ctx, network);
  const user = await findUserByLogin(ctx.db, login);
  const hasPassed = await isRight(user, password);
  if (user && hasPassed && user.state === 'active' && user.otp_enabled_at === null) return user;
  countFailure(ctx, network);
  throw new AppError('basic_denied');
}
