import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor } from '../../platform/rate-limiter.ts';

/** Each takes git, most take room in the storage, and there is no end of states and commits that can be named. */
const NEW_COMPARISONS = { limit: 60, windowMs: 60_000 };

/** Counts a question about a commit that git has to answer, together with the comparisons. Throws rate_limited. */
export function admitQuestion(ctx: Context): void {
  const seconds = secondsToWait(ctx);
  if (seconds > 0) throw new AppError('rate_limited', { seconds });
}

/** Counts a comparison or a question; 0 when it may go on. */
export function secondsToWait(ctx: Context): number {
  if (ctx.actor.kind === 'system') return 0;
  const state = limiterFor(ctx, 'new-comparisons', NEW_COMPARISONS).hit(countedSubject(ctx), ctx.clock.now());
  return state.isExceeded ? state.retryAfterSeconds : 0;
}
