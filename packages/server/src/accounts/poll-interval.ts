import type { Context } from '../platform/context.ts';
import { getSettings } from './settings.ts';

/** No asking again. */
export const NO_MORE_MS = -1;

/** How often who waits for news asks, where `usualMs` is meant: what administrators wish; negative when never. */
export async function pollIntervalOf(ctx: Pick<Context, 'db' | 'realtime'>, usualMs: number): Promise<number> {
  const { polling_interval_multiplier: factor } = await getSettings(ctx);
  return factor === 0 ? NO_MORE_MS : Math.round(usualMs * factor);
}
