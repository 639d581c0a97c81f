import { MAX_SESSION_MINUTES } from '@tributary/contract/accounts/limits.ts';
import type { Context } from '../platform/context.ts';
import { getSettings } from './settings.ts';

const MINUTE_MS = 60_000;

/** Sessions used and begun after these moments are alive. */
export async function sessionBounds(ctx: Context): Promise<{ usedSince: Date; createdSince: Date }> {
  const { session_expire_delay: idleMinutes } = await getSettings(ctx);
  const now = ctx.clock.now().getTime();
  return {
    usedSince: new Date(now - idleMinutes * MINUTE_MS),
    createdSince: new Date(now - MAX_SESSION_MINUTES * MINUTE_MS),
  };
}
