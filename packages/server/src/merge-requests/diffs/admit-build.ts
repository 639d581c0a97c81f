import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor } from '../../platform/rate-limiter.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import { isVersionBetween } from '../store/versions.ts';

/** Each takes git, most take room in the storage, and there is no end of states and commits that can be named. */
const NEW_COMPARISONS = { limit: 60, windowMs: 60_000 };

/**
 * Counts a comparison that has to be built because someone asks for it. Throws rate_limited when one user (or address)
 * asks for more than can be read; what a version brings is never refused, with white space or without.
 */
export async function admitBuild(ctx: Context, key: DiffIndexKey): Promise<void> {
  const seconds = secondsToWait(ctx);
  if (seconds > 0 && !(await isVersionBetween(ctx.db, key))) throw new AppError('rate_limited', { seconds });
}

/** Counts a question about a commit that git has to answer, together with the comparisons. Throws rate_limited. */
export function admitQuestion(ctx: Context): void {
  const seconds = secondsToWait(ctx);
  if (seconds > 0) throw new AppError('rate_limited', { seconds });
}

/** Counts one; 0 when it may go on. */
function secondsToWait(ctx: Context): number {
  if (ctx.actor.kind === 'system') return 0;
  const state = limiterFor(ctx, 'new-comparisons', NEW_COMPARISONS).hit(countedSubject(ctx), ctx.clock.now());
  return state.isExceeded ? state.retryAfterSeconds : 0;
}
