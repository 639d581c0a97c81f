import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import { isVersionBetween, secondsToWait } from '../../merge-requests/index.ts';

/**
 * Counts a comparison that has to be built because someone asks for it. Throws rate_limited when one user (or address)
 * asks for more than can be read; what a version brings is never refused, with white space or without.
 */
export async function admitBuild(ctx: Context, key: DiffIndexKey): Promise<void> {
  const seconds = secondsToWait(ctx);
  if (seconds > 0 && !(await isVersionBetween(ctx.db, key))) throw new AppError('rate_limited', { seconds });
}
