import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Context } from '../platform/context.ts';
import { acceptStep, replaceRecoveryCodes, spendRecoveryCode } from './store/two-factor.ts';
import type { UserRow } from './store/users.ts';

const SEAL = 'two-factor';
/** A clock may be this far off. */
const TOLERANCE_SECONDS = 30;
const RECOVERY_CODES = 10;
/** No letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 12;

export function newTwoFactorSecret(ctx: Context): { secret: string; sealed: string } {
  const secret = generateSecret();
  return { secret, sealed: ctx.secrets.encrypt(SEAL, secret) };
}

export function twoFactorUri(ctx: Context, username: string, secret: string): string {
  return generateURI({ issuer: `Tributary ${new URL(ctx.config.url).host}`, label: username, secret });
}

/** The time step of a right code; undefined for a wrong one. Does not yet use the code up. */
export function matchingStep(ctx: Context, sealed: string | null, code: string): number | undefined {
  const digits = code.replace(/\s/g, '');
  if (sealed === null || !/^\d{6}$/.test(digits)) return undefined;
  const secret = ctx.secrets.decrypt(SEAL, sealed);
  const epoch = Math.floor(ctx.clock.now().getTime() / 1_000);
  const result = verifySync({ secret, token: digits, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid) return undefined;
  return 'timeStep' in result ? result.timeStep : undefined;
}

function digestOf(ctx: Context, code: string): Buffer {
  return ctx.secrets.digest(`recovery:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
}

/** Is this a code of the app or a recovery code that was not used before? Uses it up. */
export async function acceptSecondFactor(
  ctx: Context,
  user: UserRow,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  const step = matchingStep(ctx, user.otp_secret_sealed, code);
  if (step !== undefined) return (await acceptStep(ctx.db, user.id, step)) ? 'app' : undefined;
  const isUsed = await spendRecoveryCode(ctx.db, user.id, digestOf(ctx, code), ctx.clock.now());
  return isUsed ? 'recovery' : undefined;
}

function recoveryCode(): string {
  // 31 letters do not divide 256; bytes above the last whole multiple are drawn again.
  let code = '';
  while (code.length < RECOVERY_LENGTH) {
    for (const byte of randomBytes(RECOVERY_LENGTH)) {
      if (byte < 248 && code.length < RECOVERY_LENGTH) code += ALPHABET[byte % ALPHABET.length] ?? '';
    }
  }
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

/** Replaces all recovery codes; returned once, stored as digests. */
export async function issueRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await replaceRecoveryCodes(
    ctx.db,
    userId,
    codes.map((code) => digestOf(ctx, code)),
  );
  return codes;
}
