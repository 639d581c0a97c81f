import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';

const ATTEMPTS = 40;
const PAUSE_MS = 75;

/**
 * A thing that is being merged takes no new threads for the blink that takes. Waits it out, so that nobody's text is
 * refused for it. Inside somebody else's transaction there is nothing to repeat.
 */
export async function retryWhileBusy<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'merge_in_progress';
      if (!isBusy || attempt === ATTEMPTS || ctx.db.isTransaction) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
