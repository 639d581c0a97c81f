import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { countedSubject, limiterFor } from '../../platform/rate-limiter.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import { isVersionBetween } from '../store/versions.ts';

/** Each takes git and room in the storage, and there is no end of states that can be compared. */
const NEW_COMPARISONS = { limit: 60, windowMs: 60_000 };

/**
 * Counts a comparison that has to be built because somebody asks for it. Throws rate_limited when one person (or address)
 * asks for more than can be read; what a version brings is never refused.
 */
export async function admitBuild(ctx: Context, key: DiffIndexKey): Promise<void> {
  if (ctx.actor.kind === 'system') return;
  const state = limiterFor(ctx, 'new-comparisons', NEW_COMPARISONS).hit(countedSubject(ctx), ctx.clock.now());
  if (!state.isExceeded || (!key.ignoresWhitespace && (await isVersionBetween(ctx.db, key)))) return;
  throw new AppError('rate_limited', { seconds: state.retryAfterSeconds });
}
