import type { UserId } from '@tributary/contract/core/ids.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Credentials } from '../endpoints/http/credentials.ts';
import { type Actor, ANONYMOUS, type Credential, type UserActor } from '../platform/actor.ts';
import { dayOf } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { ACCESS } from '../platform/cache/cache-versions.ts';
import { readCached } from '../platform/cache/request-cache.ts';
import { checkBasicPassword } from './basic-password.ts';
import { sessionBounds } from './session-lifetime.ts';
import { findLivingSession, touchSession } from './store/sessions.ts';
import { findLivingToken, touchToken } from './store/tokens.ts';
import {
  findGhost,
  findUserByFeedToken,
  findUserById,
  findUserByName,
  setLastActivity,
  type UserRow,
} from './store/users.ts';
import { findDeployToken, isDeployToken } from './deploy-tokens.ts';
import { findTokenJob, isJobToken } from './job-tokens.ts';
import { isAccessToken, looksLikeAccessToken } from './token-format.ts';

/** The last use of a token or session is written at most this often. */
const TOUCH_MS = 60_000;

type Owner = Pick<UserRow, 'id' | 'username' | 'name' | 'email' | 'is_admin' | 'is_external' | 'kind'>;

export function actorFor(owner: Owner, credential: Credential): UserActor {
  return {
    kind: 'user',
    id: owner.id as UserId,
    username: owner.username,
    name: owner.name,
    email: owner.email,
    isAdmin: owner.is_admin,
    isExternal: owner.is_external,
    isBot: owner.kind !== 'human',
    credential,
  };
}

/**
 * Who stands behind what a request offers. One indexed query, or none while nothing that gives or takes access changed
 * anywhere: a block, an end or a lost role counts from the next request on. Throws token_invalid for a token and basic_denied for a name and password that do not hold;
 * a dead session is nobody, so that the page can ask to sign in.
 */
export async function authenticate(ctx: Context, credentials: Credentials, sudo?: string): Promise<Actor> {
  const actor = await identify(ctx, credentials);
  return sudo === undefined ? actor : actAs(ctx, actor, sudo);
}

/** An administrator's token with the scope `sudo` acts as anyone, by id or name, within its other scopes. */
async function actAs(ctx: Context, actor: Actor, name: string): Promise<Actor> {
  if (actor.kind !== 'user' || actor.credential.kind !== 'token') throw new AppError('sudo_without_token');
  if (!actor.credential.scopes.includes('sudo')) throw new AppError('sudo_without_scope');
  if (!actor.isAdmin) throw new AppError('sudo_not_admin');
  const user = /^\d{1,9}$/.test(name) ? await findUserById(ctx.db, Number(name)) : await findUserByName(ctx.db, name);
  if (!user || user.state !== 'active' || user.kind !== 'human') throw new AppError('sudo_unknown_user', { name });
  const { id, username } = actor;
  return { ...actorFor(user, actor.credential), impersonator: { id, username } };
}

async function identify(ctx: Context, credentials: Credentials): Promise<Actor> {
  if (credentials.kind === 'none') return ANONYMOUS;
  if (credentials.kind === 'session') return fromSession(ctx, credentials.cookie);
  if (credentials.kind === 'token') {
    const actor = await fromToken(ctx, credentials.token);
    if (!actor) throw new AppError('token_invalid');
    return actor;
  }
  if (credentials.kind === 'feed_token') return fromFeedToken(ctx, credentials.token);
  return fromBasic(ctx, credentials.username, credentials.password);
}

async function fromToken(ctx: Context, token: string): Promise<UserActor | undefined> {
  if (isJobToken(token)) return fromJobToken(ctx, token);
  if (!isAccessToken(token)) return undefined;
  const now = ctx.clock.now();
  const notAfter = new Date(now.getTime() - TOUCH_MS);
  const digest = ctx.secrets.digest(token);
  const isUsedLately = (lastUsedAt: Date | null) => lastUsedAt !== null && lastUsedAt >= notAfter;
  const found = await readCached(ctx, {
    key: `token:${digest.toString('base64')}:${dayOf(now)}`,
    marks: () => [ACCESS],
    load: () => findLivingToken(ctx.db, digest, dayOf(now)),
    isUsable: ({ token_last_used_at: lastUsedAt }) => isUsedLately(lastUsedAt),
  });
  if (!found) return undefined;
  if (!isUsedLately(found.token_last_used_at)) {
    await touchToken(ctx.db, found.token_id, now, notAfter);
    await noteActivity(ctx, found, now);
  }
  return actorFor(found, {
    kind: 'token',
    tokenId: found.token_id,
    scopes: found.scopes,
    ...(found.impersonator_id !== null && { impersonatorId: found.impersonator_id }),
  });
}

async function fromJobToken(ctx: Context, token: string): Promise<UserActor | undefined> {
  const job = await findTokenJob(ctx, token);
  const user = job && (await findUserById(ctx.db, job.userId));
  if (!job || user?.state !== 'active') return undefined;
  return actorFor(user, { kind: 'job_token', jobId: job.jobId, projectId: job.projectId });
}

/** Nobody in particular, who sees what is public and what the token opens. */
async function fromDeployToken(ctx: Context, username: string, token: string): Promise<UserActor | undefined> {
  const found = await findDeployToken(ctx, username, token);
  const ghost = found && (await findGhost(ctx.db));
  if (!found || !ghost) return undefined;
  const { id: tokenId, ...opens } = found;
  return { ...actorFor(ghost, { kind: 'deploy_token', tokenId, ...opens }), isExternal: true };
}

async function fromFeedToken(ctx: Context, token: string): Promise<Actor> {
  const user = await findUserByFeedToken(ctx.db, ctx.secrets.digest(token.slice(0, 200)));
  if (!user) throw new AppError('token_invalid');
  return actorFor(user, { kind: 'feed_token' });
}

async function fromSession(ctx: Context, cookie: string): Promise<Actor> {
  if (cookie.length > 100) return ANONYMOUS;
  const now = ctx.clock.now();
  const digest = ctx.secrets.digest(cookie);
  const bounds = await sessionBounds(ctx);
  const found = await readCached(ctx, {
    key: `session:${digest.toString('base64')}`,
    marks: () => [ACCESS],
    load: () => findLivingSession(ctx.db, digest, bounds),
    isUsable: (session) =>
      now.getTime() - session.last_used_at.getTime() <= TOUCH_MS &&
      session.last_used_at > bounds.usedSince &&
      session.created_at > bounds.createdSince,
  });
  if (!found) return ANONYMOUS;
  if (now.getTime() - found.last_used_at.getTime() > TOUCH_MS) {
    await touchSession(ctx.db, found.session_id, now, ctx.ip ?? null);
    await noteActivity(ctx, found, now);
  }
  return actorFor(found, { kind: 'session', sessionId: found.session_id, csrfToken: found.csrf_token });
}

/** git sends a token as the password, with whatever user name; or the real password, unless two-factor is on. */
async function fromBasic(ctx: Context, username: string, password: string): Promise<Actor> {
  if (looksLikeAccessToken(password) || isJobToken(password) || isDeployToken(password)) {
    const actor = isDeployToken(password)
      ? await fromDeployToken(ctx, username, password)
      : await fromToken(ctx, password);
    if (!actor) throw new AppError('basic_denied');
    return actor;
  }
  const user = await checkBasicPassword(ctx, username, password);
  await noteActivity(ctx, user, ctx.clock.now());
  return actorFor(user, { kind: 'password' });
}

export async function noteActivity(
  ctx: Context,
  owner: Pick<UserRow, 'id' | 'last_activity_on'>,
  now: Date,
): Promise<void> {
  const today = dayOf(now);
  if (owner.last_activity_on !== today) await setLastActivity(ctx.db, owner.id, today);
}
