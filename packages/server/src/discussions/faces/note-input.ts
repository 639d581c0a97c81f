import { timeInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor } from '../../platform/rate-limiter.ts';

export { idempotencyKey } from '../../faces/http/idempotency-key.ts';

/** Changes of notes a minute for one person at one address, and new notes over all doors. */
export const NOTES_PER_MINUTE = 300;

/** For routes that make notes. */
export const countsAsNewNote = { rateLimitPerMinute: NOTES_PER_MINUTE, rateLimitName: 'notes_create' };

/** Counts a note that is about to be made by something else than such a route. Throws rate_limited. */
export function countNewNote(ctx: Context): void {
  const { rateLimitName, rateLimitPerMinute: limit } = countsAsNewNote;
  const state = limiterFor(ctx, rateLimitName, { limit, windowMs: 60_000 }).hit(countedSubject(ctx), ctx.clock.now());
  if (state.isExceeded) throw new AppError('rate_limited', { seconds: state.retryAfterSeconds });
}

/** When a note was written, from those who may say so. */
export const sentAt = { created_at: timeInput.optional() };

type Headers = Record<string, string | string[] | undefined>;

export function headerText(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
