import { timeInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { getSettings } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor } from '../../platform/rate-limiter.ts';

export { idempotencyKey } from '../../endpoints/http/idempotency-key.ts';

/** Changes of notes a minute for one user at one address. */
export const NOTE_CHANGES_PER_MINUTE = 300;

/** For routes that make notes: one limit over all interfaces, which administrators set. */
export const countsAsNewNote = {
  rateLimitPerMinute: async (ctx: Context): Promise<number> => (await getSettings(ctx)).notes_create_limit,
  rateLimitName: 'notes_create',
};

/** Counts a note that is about to be made by something else than such a route. Throws rate_limited. */
export async function countNewNote(ctx: Context): Promise<void> {
  const { rateLimitName, rateLimitPerMinute } = countsAsNewNote;
  const limit = await rateLimitPerMinute(ctx);
  if (limit === 0) return;
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
