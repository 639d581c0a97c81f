import { type Context } from '../platform/context.ts';
import { randomToken } from '../platform/secrets.ts';
import {
  findOneTimeToken,
  insertOneTimeToken,
  type OneTimePurpose,
  type OneTimeTokenRow,
  replaceOneTimeToken,
  takeOneTimeToken,
} from './store/one-time-tokens.ts';

const HOUR_MS = 3_600_000;

const LIFETIME_MS: Record<OneTimePurpose, number> = {
  reset_password: HOUR_MS,
  confirm_email: 3 * 24 * HOUR_MS,
  confirm_secondary_email: 3 * 24 * HOUR_MS,
  second_factor: HOUR_MS / 6,
};

/** Makes the secret of a link or of a sign-in that waits for its code; only the digest is kept. */
export async function issueOneTimeSecret(
  ctx: Context,
  userId: number,
  purpose: OneTimePurpose,
  data: Record<string, unknown> = {},
): Promise<string> {
  const secret = randomToken();
  const values = {
    user_id: userId,
    purpose,
    token_digest: ctx.secrets.digest(secret),
    data: JSON.stringify(data),
    expires_at: new Date(ctx.clock.now().getTime() + LIFETIME_MS[purpose]),
    created_at: ctx.clock.now(),
  };
  // Two browsers may be between password and code at once; of mailed links only the newest works.
  const isOneOfSeveral = purpose === 'second_factor' || purpose === 'confirm_secondary_email';
  if (isOneOfSeveral) await insertOneTimeToken(ctx.db, values);
  else await replaceOneTimeToken(ctx.db, values);
  return secret;
}

export function findOneTimeSecret(
  ctx: Context,
  purpose: OneTimePurpose,
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  return findOneTimeToken(ctx.db, purpose, ctx.secrets.digest(secret.slice(0, 200)), ctx.clock.now());
}

/** Uses the secret up. Two requests with the same one: only one gets it. */
export function takeOneTimeSecret(
  ctx: Context,
  purpose: OneTimePurpose,
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  return takeOneTimeToken(ctx.db, purpose, ctx.secrets.digest(secret.slice(0, 200)), ctx.clock.now());
}
