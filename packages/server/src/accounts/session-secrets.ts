import type { Context } from '../platform/context.ts';
import { randomToken } from '../platform/secrets.ts';
import { insertSession, replaceSessionSecret, type SessionRow } from './store/sessions.ts';

/** The value of the cookie; nothing else holds it. */
export type SessionSecret = { secret: string };

const MAX_USER_AGENT = 400;

/** A new session with a new secret: what a browser held before sign-in is worth nothing after it. */
export async function startSession(
  ctx: Context,
  userId: number,
  userAgent: string,
): Promise<SessionSecret & { session: SessionRow }> {
  const secret = randomToken();
  const now = ctx.clock.now();
  const session = await insertSession(ctx.db, {
    user_id: userId,
    token_digest: ctx.secrets.digest(secret),
    csrf_token: randomToken(),
    created_at: now,
    last_used_at: now,
    authenticated_at: now,
    ip: ctx.ip ?? null,
    user_agent: userAgent.slice(0, MAX_USER_AGENT),
  });
  return { secret, session };
}

/**
 * The same session under a new secret, after its rights or the proof behind them changed. Its token for changing requests
 * stays, so that other open tabs go on working.
 */
export async function renewSession(ctx: Context, sessionId: number): Promise<SessionSecret> {
  const secret = randomToken();
  await replaceSessionSecret(ctx.db, sessionId, {
    token_digest: ctx.secrets.digest(secret),
    authenticated_at: ctx.clock.now(),
  });
  return { secret };
}
